// What the visitor chose, kept in this browser. Works without storage too (private windows).

const PREFIX = 'tengen.';

export function recall(name) {
  try {
    return localStorage.getItem(PREFIX + name);
  } catch {
    return null;
  }
}

export function remember(name, value) {
  try {
    localStorage.setItem(PREFIX + name, value);
  } catch {
    // Not kept: the choice holds for this page only.
  }
}
