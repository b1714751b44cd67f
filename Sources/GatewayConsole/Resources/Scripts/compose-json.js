// JSON as text with positions. The text is what is sent, so a change of one value leaves every
// other byte as it is: unknown keys, their order, numbers with many digits, and whitespace.

// The deepest nesting that is read; lint reports deeper ones.
const depthMax = 64;

class SyntaxProblem extends Error {
  constructor(at) {
    super("not JSON");
    this.at = at;
  }
}

// Reads a text. Returns { root } or { error: { at } }.
//
// A node has `type`, the range `from`…`to` in the text, and `value` for a scalar, `members`
// ([{ key, from, to, node }]) for an object, `items` for an array.
export function parse(text) {
  let at = 0;
  const fail = () => { throw new SyntaxProblem(at); };
  const blank = /[ \t\r\n]*/y, number = /-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?/y;
  const string = /"([^"\\\u0000-\u001f]|\\(["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/y;
  const skip = () => {
    blank.lastIndex = at;
    blank.test(text);
    at = blank.lastIndex;
  };
  const take = (pattern) => {
    pattern.lastIndex = at;
    const match = pattern.exec(text);
    if (!match) fail();
    at = pattern.lastIndex;
    return match[0];
  };
  const word = (letters, value) => {
    if (!text.startsWith(letters, at)) fail();
    at += letters.length;
    return value;
  };
  const list = (end, read) => {
    at += 1;
    skip();
    const entries = [];
    if (text[at] === end) { at += 1; return entries; }
    for (;;) {
      skip();
      entries.push(read());
      skip();
      if (text[at] === end) { at += 1; return entries; }
      if (text[at] !== ",") fail();
      at += 1;
    }
  };
  const read = (depth) => {
    if (depth > depthMax) fail();
    const from = at;
    const node = (type, rest) => ({ type, from, to: at, ...rest });
    switch (text[at]) {
    case "{": {
      const members = list("}", () => {
        const start = at;
        const key = JSON.parse(take(string));
        skip();
        if (text[at] !== ":") fail();
        at += 1;
        skip();
        const value = read(depth + 1);
        return { key, from: start, to: at, node: value };
      });
      return node("object", { members });
    }
    case "[": {
      const items = list("]", () => read(depth + 1));
      return node("array", { items });
    }
    case "\"": { const value = JSON.parse(take(string)); return node("string", { value }); }
    case "t": word("true"); return node("boolean", { value: true });
    case "f": word("false"); return node("boolean", { value: false });
    case "n": word("null"); return node("null", { value: null });
    default: { const digits = take(number); return node("number", { value: Number(digits), digits }); }
    }
  };
  try {
    skip();
    const root = read(0);
    skip();
    if (at < text.length) fail();
    return { root };
  } catch (error) {
    if (!(error instanceof SyntaxProblem)) throw error;
    return { error: { at: error.at } };
  }
}

// The member of an object with a key: the last one, which parsers of JSON use.
export const member = (node, key) =>
  node?.type === "object" ? node.members.findLast((m) => m.key === key) : undefined;

// The node at a path of keys.
export const nodeAt = (root, path) =>
  path.reduce((node, key) => member(node, key)?.node, root);

// The value of a node in JavaScript; numbers with many digits lose some of their digits.
export function plain(node) {
  if (!node) return undefined;
  if (node.type === "object") {
    // Without a prototype, so that the key __proto__ is a key like any other.
    const object = Object.create(null);
    for (const m of node.members) object[m.key] = plain(m.node);
    return object;
  }
  return node.type === "array" ? node.items.map(plain) : node.value;
}

export const valueAt = (root, path) => plain(nodeAt(root, path));

// The whitespace at the start of the line that contains a position.
function indentAt(text, at) {
  const start = text.lastIndexOf("\n", at - 1) + 1;
  return /^[ \t]*/.exec(text.slice(start, at))[0];
}

// A value as text, with the indent of its position; on one line if the whole text is one line.
function written(value, text, indent) {
  if (value && typeof value === "object" && value.json !== undefined) return value.json;
  if (!text.includes("\n")) return JSON.stringify(value);
  return JSON.stringify(value, null, 2).replaceAll("\n", `\n${indent}`);
}

const splice = (text, from, to, more) => text.slice(0, from) + more + text.slice(to);

function insert(text, object, key, value) {
  const last = object.members.at(-1);
  const name = `${JSON.stringify(key)}: `;
  if (last) {
    const isLined = text.slice(object.from, last.from).includes("\n");
    const indent = isLined ? indentAt(text, last.from) : "";
    const gap = isLined ? `,\n${indent}` : text.includes("\n") ? ", " : ",";
    const label = text.includes("\n") ? name : name.trimEnd();
    return splice(text, last.to, last.to, `${gap}${label}${written(value, text, indent)}`);
  }
  if (!text.includes("\n")) {
    return splice(text, object.from, object.to, `{${name.trimEnd()}${written(value, text, "")}}`);
  }
  const outer = indentAt(text, object.from), indent = `${outer}  `;
  return splice(text, object.from, object.to,
    `{\n${indent}${name}${written(value, text, indent)}\n${outer}}`);
}

// Returns the text with a new first member of the object at a path.
export function setFirst(text, path, key, value) {
  const object = nodeAt(parse(text).root, path), first = object?.members?.[0];
  if (!first) return setAt(text, [...path, key], value);
  const isLined = text.slice(object.from, first.from).includes("\n");
  const indent = isLined ? indentAt(text, first.from) : "";
  const gap = isLined ? `,\n${indent}` : text.includes("\n") ? ", " : ",";
  const name = `${JSON.stringify(key)}:${text.includes("\n") ? " " : ""}`;
  return splice(text, first.from, first.from, `${name}${written(value, text, indent)}${gap}`);
}

// Returns the text with a value at a path. Missing objects on the path are created; a value on the
// path that is not an object is replaced. A value { json: "…" } is written as that text.
export function setAt(text, path, value) {
  const { root } = parse(text);
  if (!root) return text;
  if (path.length === 0) return splice(text, root.from, root.to, written(value, text, ""));
  let node = root;
  for (const [depth, key] of path.entries()) {
    const rest = path.slice(depth + 1);
    const nested = () => rest.reduceRight((inner, name) => ({ [name]: inner }), value);
    if (node.type !== "object") {
      return splice(text, node.from, node.to,
        written({ [key]: nested() }, text, indentAt(text, node.from)));
    }
    const found = member(node, key);
    if (!found) return insert(text, node, key, rest.length ? nested() : value);
    if (rest.length === 0) {
      return splice(text, found.node.from, found.node.to,
        written(value, text, indentAt(text, found.from)));
    }
    node = found.node;
  }
  return text;
}

// Returns the text without the value at a path.
export function removeAt(text, path) {
  const { root } = parse(text);
  const parent = nodeAt(root, path.slice(0, -1));
  const found = member(parent, path.at(-1));
  if (!found) return text;
  const at = parent.members.indexOf(found);
  const before = parent.members[at - 1], after = parent.members[at + 1];
  const rest = before ? splice(text, before.to, found.to, "")
    : after ? splice(text, found.from, after.from, "")
      : splice(text, parent.from, parent.to, "{}");
  return rest;
}

// Returns the text with line breaks and two spaces for each level; values are unchanged.
export const pretty = (text) => rewritten(text, true);

// Returns the text without whitespace between values, which is the shortest form.
export const compact = (text) => rewritten(text, false);

function rewritten(text, isPretty) {
  const { root } = parse(text);
  if (!root) return text;
  const line = (indent) => (isPretty ? `\n${indent}` : "");
  const write = (node, indent) => {
    const inner = `${indent}  `;
    const join = (entries, open, close) => entries.length === 0 ? open + close
      : open + entries.map((entry) => line(inner) + entry).join(",") + line(indent) + close;
    if (node.type === "object") {
      return join(node.members.map((m) => {
        const key = /"([^"\\]|\\.)*"/y;
        key.lastIndex = m.from;
        return `${key.exec(text)[0]}:${isPretty ? " " : ""}${write(m.node, inner)}`;
      }), "{", "}");
    }
    if (node.type === "array") return join(node.items.map((item) => write(item, inner)), "[", "]");
    return text.slice(node.from, node.to);
  };
  return write(root, "");
}

// Converts positions in bytes of UTF-8 to positions in the text.
export function positions(text) {
  const isShort = !/[^\u0000-\u007f]/.test(text);
  if (isShort) return (byte) => Math.min(byte, text.length);
  const starts = [];
  let index = 0;
  for (const character of text) {
    const code = character.codePointAt(0);
    const size = code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
    for (let n = 0; n < size; n += 1) starts.push(index);
    index += character.length;
  }
  starts.push(index);
  return (byte) => starts[Math.min(byte, starts.length - 1)];
}

// Returns the text after a fix of lint.
export function fixed(text, fix) {
  const at = positions(text);
  return [...fix.edits].sort((a, b) => b.from - a.from)
    .reduce((result, edit) => splice(result, at(edit.from), at(edit.to), edit.text), text);
}

// The tokens of a text for colouring, even if it is not JSON: [{ kind, from, to }].
export function* tokens(text) {
  const pattern =
    /("(?:[^"\\\n]|\\.)*"?)(\s*:)?|(-?\d[\d.eE+-]*)|\b(true|false|null)\b|([{}[\],:])/g;
  for (const match of text.matchAll(pattern)) {
    const [whole, string, colon, digits, literal] = match;
    const kind = string ? colon ? "key" : "string" : digits ? "number"
      : literal ? "literal" : "mark";
    yield { kind, from: match.index, to: match.index + (string ?? whole).length };
  }
}
