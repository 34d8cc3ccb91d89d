// The solve that is at work on the book, as it goes: one line above the page.

import { element } from './dom.js';
import { fetchRun } from './api.js';
import { tidyPosition } from './points.js';
import { t } from './language.js';

const ASK_MILLISECONDS = 2000;
const ASK_IDLE_MILLISECONDS = 10000;

function clock(seconds) {
  const whole = Math.round(seconds);
  const two = (value) => String(value).padStart(2, '0');
  const [hours, minutes] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60];
  return hours > 0 ? `${hours}:${two(minutes)}:${two(whole % 60)}`
    : `${minutes}:${two(whole % 60)}`;
}

function fillRun(node, run) {
  if (!run.position) {
    node.replaceChildren(t('run_between'));
    return;
  }
  const count = (status) => run.moves.filter((move) => move.status === status).length;
  const known = count('proven') + count('disproven');
  const busy = run.workers.filter((worker) => worker.phase !== 'lost').length;
  const bar = run.moves.length > 0
    ? element('progress', { max: run.moves.length, value: known }) : null;
  const now = (run.progress.moves_at_work ?? []).join(' ');
  const facts = [run.moves.length > 0 ? t('run_moves', { known, total: run.moves.length }) : null,
    now ? t('run_now', { moves: now }) : null, t('run_workers', { n: busy }),
    t('run_records', { n: run.progress.records }), clock(run.progress.seconds)];
  node.replaceChildren(...[element('span', { class: 'pulse', 'aria-hidden': 'true' }),
    element('b', { text: t('run_at_work') }), ' ',
    element('a', { href: `#${tidyPosition(run.asked)}`, text: run.asked }), ' ',
    element('span', { text: t(`goal_${run.goal}`) }), ' ', bar, ' ',
    element('span', { class: 'small', text: facts.filter(Boolean).join(' · ') })].filter(Boolean));
}

// Asks for as long as the page is open. onProgress(run) when what is proven has changed.
export async function followRun(node, onProgress) {
  let seen = '';
  for (;;) {
    let run = null;
    if (!document.hidden) {
      try {
        run = (await fetchRun()).at_work;
        node.hidden = run === null;
        if (run) fillRun(node, run);
      } catch {
        node.hidden = true;  // the page says elsewhere that the service does not answer
      }
      const now = run && run.position ? `${run.position} ${run.progress.records}` : '';
      if (seen !== now && (seen || now)) onProgress(run);
      seen = now;
    }
    const pause = run ? ASK_MILLISECONDS : ASK_IDLE_MILLISECONDS;
    await new Promise((resolve) => { setTimeout(resolve, pause); });
  }
}
