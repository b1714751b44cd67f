// JSON whose numbers keep all their digits, where the browser can do that: a number with more digits
// than a double has is left as it was written.

const canKeep = typeof JSON.rawJSON === "function";

export const parseExact = (text) => canKeep
  ? JSON.parse(text, (key, value, context) =>
    (typeof value === "number" && context?.source !== undefined && String(value) !== context.source
      ? JSON.rawJSON(context.source) : value))
  : JSON.parse(text);
