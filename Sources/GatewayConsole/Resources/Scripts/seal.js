// Seals and opens messages as docs/encryption.md describes them, in the browser: HPKE (RFC 9180) on
// Web Crypto. No key is sent or stored.

import { chachaOpen, chachaSeal } from "./seal-cipher.js";

const label = "bellhop-seal/1";
const kdf = 1;
const hpke = {
  x25519: { kem: 0x0020, aead: 3, algorithm: { name: "X25519" }, publicBytes: 32 },
  p256: { kem: 0x0010, aead: 2, algorithm: { name: "ECDH", namedCurve: "P-256" }, publicBytes: 65 },
};
// The beginnings of PKCS #8 for the 32 bytes of a private key.
const prefixes = {
  x25519: "302e020100300506032b656e04220420",
  p256: "3041020100301306072a8648ce3d020106082a8648ce3d030107042730250201010420",
};

// What is wrong, as a key of the catalogue with its values.
export class SealProblem extends Error {
  constructor(key, values = {}) {
    super(key);
    Object.assign(this, { key, values });
  }
}

const utf8 = (text) => new TextEncoder().encode(text);
const join = (...parts) => Uint8Array.from(parts.flatMap((part) => [...part]));
const word = (number) => [number >>> 8 & 255, number & 255];

const toBase64URL = (bytes) => btoa(String.fromCharCode(...bytes))
  .replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");

// Base64 in either alphabet, with or without padding, because keys are copied from various sources.
function fromBase64(text) {
  const plain = text.replace(/[=\s]/g, "").replaceAll("-", "+").replaceAll("_", "/");
  if (!/^[A-Za-z0-9+/]*$/.test(plain) || plain.length % 4 === 1) throw new SealProblem("tools.seal.bad_base64");
  return Uint8Array.from(atob(plain), (c) => c.charCodeAt(0));
}

// The parts of a message have one form only: without padding, and with zeros as unused bits.
function fromBase64URL(text) {
  const bytes = /^[\w-]*$/.test(text) ? fromBase64(text) : null;
  if (!bytes || toBase64URL(bytes) !== text) throw new SealProblem("tools.seal.not_sealed");
  return bytes;
}

const isIdentifier = (text) => /^[\w:-]{1,64}$/.test(text);

// MARK: Keys

const fingerprint = async (bytes) =>
  toBase64URL(new Uint8Array(await crypto.subtle.digest("SHA-256", bytes)).slice(0, 9));

// Reads a key file, or a public key of X25519 or P-256 in Base64.
//
// Returns { id, suite, publicKey, secret }: bytes, where they are known.
export async function readKey(source) {
  const text = source.trim();
  if (text === "") throw new SealProblem("tools.seal.no_key");
  let file;
  if (text.startsWith("{")) {
    try { file = JSON.parse(text); } catch { throw new SealProblem("tools.seal.bad_key_file"); }
  } else {
    file = { public_key: text, suite: fromBase64(text).length === 65 ? "p256" : "x25519" };
  }
  const { suite } = file;
  if (suite === "xwing") throw new SealProblem("tools.seal.xwing");
  if (suite !== "a256gcm" && !hpke[suite]) throw new SealProblem("tools.seal.bad_suite", { suite: String(suite) });
  const secret = file.private_key ?? file.shared_key;
  const key = {
    suite, secret: secret === undefined ? null : fromBase64(String(secret)),
    publicKey: file.public_key === undefined ? null : fromBase64(String(file.public_key)),
  };
  const size = hpke[suite]?.publicBytes;
  if ((key.secret && key.secret.length !== 32) || (key.publicKey && key.publicKey.length !== size) ||
    (suite === "a256gcm" && !file.shared_key) || (!key.secret && !key.publicKey)) {
    throw new SealProblem("tools.seal.bad_key_file");
  }
  if (key.secret && suite !== "a256gcm") {
    const own = await publicOf(suite, key.secret);
    if (key.publicKey && toBase64URL(own) !== toBase64URL(key.publicKey)) throw new SealProblem("tools.seal.other_public");
    key.publicKey = own;
  }
  key.id = file.id ?? (key.publicKey ? await fingerprint(key.publicKey) : null);
  if (!isIdentifier(String(key.id ?? ""))) throw new SealProblem("tools.seal.bad_key_id");
  return key;
}

const hexBytes = (text) => Uint8Array.from(text.match(/../g), (digits) => Number.parseInt(digits, 16));

const privateKey = (suite, secret) => crypto.subtle.importKey(
  "pkcs8", join(hexBytes(prefixes[suite]), secret), hpke[suite].algorithm, true, ["deriveBits"])
  .catch(() => { throw new SealProblem("tools.seal.bad_key_file"); });

const publicKey = (suite, bytes) =>
  crypto.subtle.importKey("raw", bytes, hpke[suite].algorithm, true, [])
    .catch(() => { throw new SealProblem("tools.seal.bad_public"); });

async function publicOf(suite, secret) {
  const { x, y } = await crypto.subtle.exportKey("jwk", await privateKey(suite, secret));
  return suite === "p256" ? join([4], fromBase64(x), fromBase64(y)) : fromBase64(x);
}

// The shared secret of Diffie and Hellman. Web Crypto refuses keys of X25519 of low order.
async function exchange(suite, secret, other) {
  const { algorithm } = hpke[suite];
  try {
    return new Uint8Array(await crypto.subtle.deriveBits({ name: algorithm.name, public: other }, secret, 256));
  } catch { throw new SealProblem("tools.seal.bad_public"); }
}

// MARK: HPKE

async function hmac(key, data) {
  const imported = await crypto.subtle.importKey("raw", key, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
  return new Uint8Array(await crypto.subtle.sign("HMAC", imported, data));
}

const labeledExtract = (suiteID, salt, name, ikm) =>
  hmac(salt.length ? salt : new Uint8Array(32), join(utf8("HPKE-v1"), suiteID, utf8(name), ikm));

// At most 32 bytes, which are one block of HKDF.
const labeledExpand = async (suiteID, prk, name, info, length) => (await hmac(
  prk, join(word(length), utf8("HPKE-v1"), suiteID, utf8(name), info, [1]))).slice(0, length);

async function sharedSecret(suite, dh, context) {
  const suiteID = join(utf8("KEM"), word(hpke[suite].kem));
  const prk = await labeledExtract(suiteID, [], "eae_prk", dh);
  return labeledExpand(suiteID, prk, "shared_secret", context, 32);
}

// Section 5.1, modes Base (0) and Auth (2).
async function keySchedule(suite, shared, info, isAuthenticated) {
  const suiteID = join(utf8("HPKE"), word(hpke[suite].kem), word(kdf), word(hpke[suite].aead));
  const context = join([isAuthenticated ? 2 : 0], await labeledExtract(suiteID, [], "psk_id_hash", []),
    await labeledExtract(suiteID, [], "info_hash", info));
  const secret = await labeledExtract(suiteID, shared, "secret", []);
  return {
    key: await labeledExpand(suiteID, secret, "key", context, 32),
    nonce: await labeledExpand(suiteID, secret, "base_nonce", context, 12),
  };
}

async function gcm(operation, key, nonce, aad, text) {
  const imported = await crypto.subtle.importKey("raw", key, "AES-GCM", false, [operation]);
  try {
    return new Uint8Array(await crypto.subtle[operation]({ name: "AES-GCM", iv: nonce, additionalData: aad }, imported, text));
  } catch { throw new SealProblem("tools.seal.not_authentic"); }
}

function aeadOpen(suite, { key, nonce }, aad, sealed) {
  if (suite !== "x25519") return gcm("decrypt", key, nonce, aad, sealed);
  const text = chachaOpen(key, nonce, aad, sealed);
  if (!text) throw new SealProblem("tools.seal.not_authentic");
  return text;
}

const aeadSeal = (suite, { key, nonce }, aad, text) => suite === "x25519"
  ? chachaSeal(key, nonce, aad, text) : gcm("encrypt", key, nonce, aad, text);

// MARK: Messages

const fields = (...texts) => join(...texts.map((text) => {
  const bytes = utf8(text);
  return [...word(bytes.length), ...bytes];
}));

const bindingOf = (message, app) => ({
  info: fields(label, message.suite, app, message.kid, message.skid ?? ""),
  aad: fields(message.id, message.exp === undefined ? "" : String(message.exp)),
});

// The form for keys whose value is a string.
export const compactForm = (m) =>
  ["v1", m.suite, m.kid, m.skid ?? "", m.id, m.exp ?? "", m.enc ?? "", m.ct].join(".");

// Reads a sealed message: an object, its string form, or a payload that contains one.
export function messageIn(source) {
  let value = source.trim();
  if (/^[{"]/.test(value)) {
    try { value = JSON.parse(value); } catch { throw new SealProblem("tools.seal.not_sealed"); }
  }
  const isSealed = (v) => typeof v === "string" ? /^v\d+\./.test(v) : typeof v?.ct === "string";
  const found = isSealed(value) ? value
    : value && typeof value === "object" ? [value.enc, ...Object.values(value)].find(isSealed) : undefined;
  if (found === undefined) throw new SealProblem("tools.seal.not_sealed");
  if (typeof found !== "string") return checked(found);
  const parts = found.split(".");
  if (parts.length !== 8) throw new SealProblem("tools.seal.not_sealed");
  const [v, suite, kid, skid, id, exp, enc, ct] = parts;
  return checked({
    v: Number(v.slice(1)), suite, kid, id, ct, ...(skid ? { skid } : {}), ...(exp ? { exp: Number(exp) } : {}),
    ...(enc ? { enc } : {}),
  });
}

function checked(message) {
  if (message.v !== 1) throw new SealProblem("tools.seal.bad_version", { version: String(message.v) });
  if (message.suite === "xwing") throw new SealProblem("tools.seal.xwing");
  if (message.suite !== "a256gcm" && !hpke[message.suite]) {
    throw new SealProblem("tools.seal.bad_suite", { suite: String(message.suite) });
  }
  const names = [message.kid, message.id, ...(message.skid === undefined ? [] : [message.skid])];
  if (!names.every((name) => typeof name === "string" && isIdentifier(name))) throw new SealProblem("tools.seal.not_sealed");
  if (message.exp !== undefined && !Number.isSafeInteger(message.exp)) throw new SealProblem("tools.seal.not_sealed");
  return message;
}

// Opens a message. Returns the bytes of the content.
//
// key: the recipient's or the shared key; sender: the key that must have sealed it, or null.
export async function open(message, { app, key, sender }) {
  if (message.kid !== key.id) throw new SealProblem("tools.seal.other_key", { expected: message.kid, given: key.id });
  if (message.suite !== key.suite) throw new SealProblem("tools.seal.other_suite", { suite: message.suite });
  if (!key.secret) throw new SealProblem("tools.seal.needs_secret");
  if (message.skid && sender?.id !== message.skid) throw new SealProblem("tools.seal.needs_sender", { id: message.skid });
  if (!message.skid && sender) throw new SealProblem("tools.seal.no_proof");
  const { info, aad } = bindingOf(message, app);
  const ct = fromBase64URL(message.ct);
  if (message.suite === "a256gcm") return gcm("decrypt", key.secret, ct.slice(0, 12), join(info, aad), ct.slice(12));
  const suite = message.suite, enc = fromBase64URL(message.enc ?? "");
  const own = await privateKey(suite, key.secret);
  let dh = await exchange(suite, own, await publicKey(suite, enc));
  let context = join(enc, key.publicKey);
  if (message.skid) {
    dh = join(dh, await exchange(suite, own, await publicKey(suite, sender.publicKey)));
    context = join(context, sender.publicKey);
  }
  const schedule = await keySchedule(suite, await sharedSecret(suite, dh, context), info, Boolean(message.skid));
  return aeadOpen(suite, schedule, aad, ct);
}

// Seals content. Returns the message as an object.
//
// content: bytes of JSON; id and exp: the message's identifier and expiration, which are not hidden.
export async function seal(content, { app, key, sender, id, exp }) {
  if (!isIdentifier(id)) throw new SealProblem("tools.seal.bad_id");
  if (sender && sender.suite !== key.suite) throw new SealProblem("tools.seal.other_suite", { suite: key.suite });
  if (sender && !sender.secret) throw new SealProblem("tools.seal.needs_secret");
  const message = {
    v: 1, suite: key.suite, kid: key.id, ...(sender ? { skid: sender.id } : {}), id,
    ...(exp === undefined ? {} : { exp }),
  };
  const { info, aad } = bindingOf(message, app);
  if (key.suite === "a256gcm") {
    const nonce = crypto.getRandomValues(new Uint8Array(12));
    const hidden = await gcm("encrypt", key.secret, nonce, join(info, aad), content);
    return { ...message, ct: toBase64URL(join(nonce, hidden)) };
  }
  const suite = key.suite;
  const pair = await crypto.subtle.generateKey(hpke[suite].algorithm, true, ["deriveBits"]);
  const enc = new Uint8Array(await crypto.subtle.exportKey("raw", pair.publicKey));
  const recipient = await publicKey(suite, key.publicKey);
  let dh = await exchange(suite, pair.privateKey, recipient);
  let context = join(enc, key.publicKey);
  if (sender) {
    dh = join(dh, await exchange(suite, await privateKey(suite, sender.secret), recipient));
    context = join(context, sender.publicKey);
  }
  const schedule = await keySchedule(suite, await sharedSecret(suite, dh, context), info, Boolean(sender));
  return { ...message, enc: toBase64URL(enc), ct: toBase64URL(await aeadSeal(suite, schedule, aad, content)) };
}
