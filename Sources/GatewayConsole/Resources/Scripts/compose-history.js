// What was sent from this browser, without device tokens.

const key = "bellhop.compose.history";
const draftKey = "bellhop.compose.draft";
// The maximum number of entries; older ones are removed.
const countMax = 50;

const read = (name, otherwise) => {
  try { return JSON.parse(localStorage.getItem(name)) ?? otherwise; } catch { return otherwise; }
};

// Storage may be full or forbidden; then there is no history.
const write = (name, value) => {
  try { localStorage.setItem(name, JSON.stringify(value)); } catch { /* See above. */ }
};

const isEntry = (e) => e && typeof e.text === "string" && typeof e.headers === "object" && e.headers;

export const history = {
  all: () => {
    const list = read(key, []);
    return Array.isArray(list) ? list.filter(isEntry) : [];
  },
  // entry: { text, headers, app, to, outcome }; `to` is a kind and a name, never a token.
  add: ({ text, headers, app, to, outcome }) => write(key, [
    { at: new Date().toISOString(), text, headers, app, to, outcome }, ...history.all(),
  ].slice(0, countMax)),
  clear: () => write(key, []),
};

export const draft = {
  load: () => {
    const value = read(draftKey, null);
    return isEntry(value) ? value : null;
  },
  save: ({ text, headers, app }) => write(draftKey, { text, headers, app }),
};
