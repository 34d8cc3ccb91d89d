// The service's answers, kept for a while: the book may be growing behind it.

const KEEP_MILLISECONDS = 20000;
const KEEP_ANSWERS = 400;
const TIMEOUT_MILLISECONDS = 30000;

// kind: "offline" (no answer), "input" (the service refused the position), "server" (all else).
export class ApiError extends Error {
  constructor(kind, message, status = 0) {
    super(message);
    this.kind = kind;
    this.status = status;
  }
}

const answers = new Map();

async function ask(path, signal) {
  let response;
  try {
    const timeout = AbortSignal.timeout(TIMEOUT_MILLISECONDS);
    response = await fetch(path, { signal: signal ? AbortSignal.any([signal, timeout]) : timeout });
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new ApiError('offline', String(error.message ?? error));
  }
  let body;
  try {
    body = await response.json();
  } catch {
    throw new ApiError('server', `HTTP ${response.status}`, response.status);
  }
  if (response.ok) return body;
  const message = body?.error?.message ?? `HTTP ${response.status}`;
  const refused = response.status === 400 || response.status === 404 || response.status === 422;
  throw new ApiError(refused ? 'input' : 'server', message, response.status);
}

async function kept(path, signal) {
  const found = answers.get(path);
  if (found && Date.now() - found.time < KEEP_MILLISECONDS) return found.body;
  const body = await ask(path, signal);
  answers.delete(path);
  answers.set(path, { body, time: Date.now() });
  if (answers.size > KEEP_ANSWERS) answers.delete(answers.keys().next().value);
  return body;
}

// Relative paths: the page also works behind a proxy's prefix. An aborted request rejects with the
// browser's AbortError, every other failure with ApiError.
export function fetchPosition(text, goal, signal) {
  return kept(`v1/position?${new URLSearchParams({ moves: text, goal })}`, signal);
}

// Several positions at once, in their order; where one is refused {error}.
export async function fetchPositions(texts, signal) {
  const { answers: all } = await kept(
    `v1/positions?${new URLSearchParams({ moves: texts.join(';'), known: 1 })}`, signal);
  return all;
}

// What an opening rule decides; parameters: rule, moves, fifths.
export const fetchOpening = (parameters, signal) =>
  kept(`v1/opening?${new URLSearchParams(parameters)}`, signal);

// What is kept may be out of date.
export const forgetAnswers = () => answers.clear();

export const fetchRules = () => kept('v1/rules');
export const fetchRun = () => ask('v1/run');
export const fetchReport = () => kept('v1/report');
export const fetchStats = () => kept('v1/stats');
