// The push as a command or a program, to copy.

import { compact } from "./compose-json.js";

// A text in single quotes for a POSIX shell.
const shell = (text) => `'${text.replaceAll("'", "'\\''")}'`;

// A text as a literal of Swift: raw, with as many number signs as it needs.
function swift(text) {
  let signs = "#";
  while (text.includes(`"${signs}`) || text.includes(`\\${signs}`)) signs += "#";
  const plain = [...text].every((c) => c >= " " && c !== "\u007f");
  return plain ? `${signs}"${text}"${signs}` : JSON.stringify(text)
    .replace(/\\u([0-9a-f]{4})/gi, "\\u{$1}").replaceAll("\\f", "\\u{c}").replaceAll("\\b", "\\u{8}");
}

// A text as a literal of Python, with every character beyond ASCII as an escape.
const python = (text) => JSON.stringify(text).replace(/[^\x20-\x7e]/g, (c) =>
  `\\u${c.charCodeAt(0).toString(16).padStart(4, "0")}`)
  .replace(/\\ud[89ab][0-9a-f]{2}\\ud[c-f][0-9a-f]{2}/gi, (pair) => {
    const point = JSON.parse(`"${pair}"`).codePointAt(0);
    return `\\U${point.toString(16).padStart(8, "0")}`;
  });

// The body of POST /v1/test-pushes, with a variable of the shell or program in the token's place.
const body = ({ text, headers, app, environment }) => ({
  app, environment, token: "DEVICE_TOKEN", payload: compact(text), headers,
});

// The kinds of code. A push is { text, headers, app, environment, origin }. A device token is never
// part of the code, which contains a name instead.
export const kinds = {
  curl: (push) => [
    `curl ${shell(`${push.origin}/v1/test-pushes`)} \\`,
    "  -H \"Authorization: Bearer $BELLHOP_KEY\" -H 'Content-Type: application/json' \\",
    `  -d ${shell(JSON.stringify(body(push))).replace("\"DEVICE_TOKEN\"", "\"'\"$DEVICE_TOKEN\"'\"")}`,
  ].join("\n"),

  bellhop: ({ text, headers }) => [
    `printf %s ${shell(compact(text))} | bellhop push - \\`,
    ...options(headers).map((line, n, all) => `  ${line}${n < all.length - 1 ? " \\" : ""}`),
  ].join("\n"),

  swift: ({ text, headers, app }) => {
    const type = headers["apns-push-type"];
    const lines = [
      "import APNSProvider", "import APNSWire", "",
      "let request = PushRequest(",
      "    deviceToken: try DeviceToken(hex: deviceToken),",
      `    body: Array(${swift(compact(text))}.utf8),`,
      `    topic: Topic(${swift(headers["apns-topic"] ?? app)}), pushType: .${type},`,
      `    priority: PushPriority(rawValue: ${headers["apns-priority"] ?? 10})`,
    ];
    const more = [
      ["apns-expiration", (v) => `expiration: PushExpiration(epochSeconds: ${v})`],
      ["apns-collapse-id", (v) => `collapseID: try CollapseID(${swift(v)})`],
      ["apns-id", (v) => `id: APNSID(${swift(v)})`],
    ].filter(([name]) => headers[name] !== undefined).map(([name, line]) => `    ${line(headers[name])}`);
    return [...lines, ...more].map((line, n, all) =>
      n >= 7 && n < all.length - 1 ? `${line},` : line).join("\n")
      + ")\nlet outcome = try await client.send(request)  // an APNSClient";
  },

  python: (push) => [
    "import json, os, urllib.request", "",
    "push = json.loads(",
    `    ${python(JSON.stringify(body(push)))})`,
    "push[\"token\"] = os.environ[\"DEVICE_TOKEN\"]",
    "request = urllib.request.Request(",
    `    ${python(`${push.origin}/v1/test-pushes`)}, json.dumps(push).encode(),`,
    "    {\"Authorization\": \"Bearer \" + os.environ[\"BELLHOP_KEY\"],",
    "     \"Content-Type\": \"application/json\"})",
    "print(urllib.request.urlopen(request).read().decode())",
  ].join("\n"),
};

const names = {
  "apns-push-type": "--type", "apns-topic": "--topic", "apns-priority": "--priority",
  "apns-expiration": "--expiration", "apns-collapse-id": "--collapse-id", "apns-id": "--apns-id",
};

const options = (headers) =>
  Object.entries(headers).filter(([name]) => names[name])
    .map(([name, value]) => `${names[name]} ${/^[\w.:-]+$/.test(value) ? value : shell(value)}`);
