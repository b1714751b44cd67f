// ChaCha20-Poly1305 (RFC 8439), which Web Crypto does not have. It is for single messages that a
// person seals or opens in this browser: it is not constant-time, so other programs on the same
// machine may be able to measure it.

const tagByteCount = 16;

const rotated = (value, bits) => (value << bits) | (value >>> (32 - bits));

function quarter(x, a, b, c, d) {
  x[a] += x[b]; x[d] = rotated(x[d] ^ x[a], 16);
  x[c] += x[d]; x[b] = rotated(x[b] ^ x[c], 12);
  x[a] += x[b]; x[d] = rotated(x[d] ^ x[a], 8);
  x[c] += x[d]; x[b] = rotated(x[b] ^ x[c], 7);
}

const words = (bytes) => {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return Array.from({ length: bytes.length / 4 }, (_, n) => view.getUint32(4 * n, true));
};

// Section 2.3: 64 bytes of the key stream.
function block(key, counter, nonce) {
  const start = Uint32Array.of(0x61707865, 0x3320646e, 0x79622d32, 0x6b206574, ...words(key), counter,
    ...words(nonce));
  const x = start.slice();
  for (let round = 0; round < 10; round += 1) {
    quarter(x, 0, 4, 8, 12); quarter(x, 1, 5, 9, 13); quarter(x, 2, 6, 10, 14); quarter(x, 3, 7, 11, 15);
    quarter(x, 0, 5, 10, 15); quarter(x, 1, 6, 11, 12); quarter(x, 2, 7, 8, 13); quarter(x, 3, 4, 9, 14);
  }
  const stream = new DataView(new ArrayBuffer(64));
  x.forEach((word, n) => stream.setUint32(4 * n, (word + start[n]) >>> 0, true));
  return new Uint8Array(stream.buffer);
}

function crypted(key, nonce, text) {
  const result = new Uint8Array(text.length);
  for (let from = 0; from < text.length; from += 64) {
    const stream = block(key, 1 + from / 64, nonce);
    for (let n = from; n < Math.min(from + 64, text.length); n += 1) result[n] = text[n] ^ stream[n - from];
  }
  return result;
}

const numberOf = (bytes) => bytes.reduceRight((sum, byte) => (sum << 8n) | BigInt(byte), 0n);

// Section 2.5: the tag of a message.
function authenticator(key, message) {
  const prime = (1n << 130n) - 5n;
  const r = numberOf(key.slice(0, 16)) & 0x0ffffffc0ffffffc0ffffffc0fffffffn;
  let sum = 0n;
  for (let from = 0; from < message.length; from += 16) {
    const part = message.slice(from, from + 16);
    sum = ((sum + numberOf(part) + (1n << BigInt(8 * part.length))) * r) % prime;
  }
  const tag = (sum + numberOf(key.slice(16, 32))) & ((1n << 128n) - 1n);
  return Uint8Array.from({ length: tagByteCount }, (_, n) => Number((tag >> BigInt(8 * n)) & 255n));
}

// Section 2.8: the bytes that are authenticated.
function tagOf(key, nonce, aad, text) {
  const padded = (bytes) => [...bytes, ...new Uint8Array((16 - (bytes.length % 16)) % 16)];
  const length = (bytes) => [bytes.length & 255, bytes.length >>> 8 & 255, bytes.length >>> 16 & 255, 0, 0, 0, 0, 0];
  const message = Uint8Array.from([...padded(aad), ...padded(text), ...length(aad), ...length(text)]);
  return authenticator(block(key, 0, nonce), message);
}

// Returns the ciphertext and its tag.
export function chachaSeal(key, nonce, aad, text) {
  const hidden = crypted(key, nonce, text);
  return Uint8Array.of(...hidden, ...tagOf(key, nonce, aad, hidden));
}

// Returns the text; null if the ciphertext is not authentic.
export function chachaOpen(key, nonce, aad, sealed) {
  if (sealed.length < tagByteCount) return null;
  const hidden = sealed.slice(0, -tagByteCount);
  const tag = tagOf(key, nonce, aad, hidden);
  const difference = tag.reduce((sum, byte, n) => sum | (byte ^ sealed[hidden.length + n]), 0);
  return difference === 0 ? crypted(key, nonce, hidden) : null;
}
