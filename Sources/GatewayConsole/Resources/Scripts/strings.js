// The catalogue of all strings, which the server writes into the page.

const element = document.getElementById("console-strings");
const catalogue = element ? JSON.parse(element.textContent || "{}") : {};

// Returns a string of the catalogue, with {name} replaced by values. A key without a string is
// returned as it is, so that it is noticed.
export function t(key, values = {}) {
  const text = catalogue[key] ?? key;
  return text.replace(/\{(\w+)\}/g, (whole, name) =>
    Object.hasOwn(values, name) ? String(values[name]) : whole);
}

// Returns whether the catalogue has a string.
export const has = (key) => Object.hasOwn(catalogue, key);

// Returns the form of a string for a number: `key.one` or `key.other`.
export const plural = (key, n, values = {}) =>
  t(`${key}.${new Intl.PluralRules("en").select(n)}`, { n: n.toLocaleString("en"), ...values });
