// Makes and inspects provider tokens (JWT with ES256). Everything happens in the browser, with Web
// Crypto; the key is never sent.

import { duration, dateTime } from "./format.js";
import { t } from "./strings.js";
import { card, code, codeBlock, el, facts, field, form, input, notice, replace, textarea } from "./ui.js";

const algorithm = { name: "ECDSA", namedCurve: "P-256" };
const signature = { name: "ECDSA", hash: "SHA-256" };
// The age after which APNs rejects a token, in seconds.
const ageMax = 3600;

const toBase64URL = (bytes) => btoa(String.fromCharCode(...new Uint8Array(bytes)))
  .replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");

function fromBase64URL(text) {
  if (!/^[\w-]*$/.test(text)) throw new Error("Base64url");
  const binary = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(binary, (c) => c.charCodeAt(0));
}

const utf8 = (text) => new TextEncoder().encode(text);

// Reads a .p8 file: the DER of PKCS #8 in Base64 between two lines.
function derOf(p8) {
  const body = /-----BEGIN PRIVATE KEY-----([\s\S]+?)-----END PRIVATE KEY-----/.exec(p8)?.[1];
  if (!body) throw new Error("-----BEGIN PRIVATE KEY-----");
  return Uint8Array.from(atob(body.replace(/\s/g, "")), (c) => c.charCodeAt(0));
}

async function publicKeyOf(p8) {
  const key = await crypto.subtle.importKey("pkcs8", derOf(p8), algorithm, true, ["sign"]);
  const { kty, crv, x, y } = await crypto.subtle.exportKey("jwk", key);
  return crypto.subtle.importKey("jwk", { kty, crv, x, y }, algorithm, false, ["verify"]);
}

async function sign(p8, keyID, team) {
  const key = await crypto.subtle.importKey("pkcs8", derOf(p8), algorithm, false, ["sign"]);
  const header = toBase64URL(utf8(JSON.stringify({ alg: "ES256", kid: keyID })));
  const claims = toBase64URL(utf8(JSON.stringify({ iss: team, iat: Math.floor(Date.now() / 1000) })));
  const bytes = await crypto.subtle.sign(signature, key, utf8(`${header}.${claims}`));
  return `${header}.${claims}.${toBase64URL(bytes)}`;
}

function keyFile(target, keyID) {
  const file = field(t("tools.provider.file"), input({ type: "file", accept: ".p8,.pem" }));
  file.control.addEventListener("change", async () => {
    const chosen = file.control.files[0];
    if (!chosen) return;
    target.value = await chosen.text();
    const found = /AuthKey_([A-Z0-9]{10})/.exec(chosen.name);
    if (found && keyID) keyID.value = found[1];
  });
  return file;
}

function make() {
  const result = el("div", { class: "stack tight" });
  const keyID = field(t("tools.provider.key_id"), input({ class: "mono", maxlength: "10", placeholder: "ABC123DEFG" }));
  const team = field(t("tools.provider.team"), input({ class: "mono", maxlength: "10", placeholder: "DEF123GHIJ" }));
  const p8 = field(t("tools.provider.p8"), textarea({ class: "mono", rows: "5", placeholder: "-----BEGIN PRIVATE KEY-----", autocomplete: "off" }));
  return card(t("tools.provider.make"), el("p", { class: "small soft" }, t("tools.provider.make.lead")), form({
    fields: { file: keyFile(p8.control, keyID.control), p8, keyID, team }, text: t("tools.provider.sign"),
    submit: async () => {
      for (const item of [keyID, team]) {
        if (!/^[A-Z0-9]{10}$/.test(item.control.value.trim())) {
          item.setError(t("tools.provider.needs"));
          return item.control.focus();
        }
      }
      let token;
      try { token = await sign(p8.control.value, keyID.control.value.trim(), team.control.value.trim()); } catch (error) {
        p8.setError(t("tools.provider.bad_key", { reason: error.message || error.name }));
        return p8.control.focus();
      }
      replace(result, codeBlock(token, t("tools.provider.made")), el("p", { class: "small soft" }, t("tools.provider.valid")));
    },
  }), result);
}

// Returns what a token contains, and what is wrong with it.
export function inspectToken(text, now = Date.now() / 1000) {
  const parts = text.trim().replace(/^bearer\s+/i, "").split(".");
  if (parts.length !== 3) return { faults: [t("tools.provider.not_jwt")] };
  let header, claims, bytes;
  try {
    [header, claims] = parts.slice(0, 2).map((part) => JSON.parse(new TextDecoder().decode(fromBase64URL(part))));
    bytes = fromBase64URL(parts[2]);
  } catch { return { faults: [t("tools.provider.unreadable")] }; }
  const faults = [];
  if (header.alg !== "ES256") faults.push(t("tools.provider.alg_bad"));
  if (String(header.kid ?? "").length !== 10) faults.push(t("tools.provider.kid_bad"));
  if (String(claims.iss ?? "").length !== 10) faults.push(t("tools.provider.iss_bad"));
  if (typeof claims.iat === "string") faults.push(t("tools.provider.iat_text"));
  else if (!Number.isFinite(claims.iat)) faults.push(t("tools.provider.iat_bad"));
  else if (now - claims.iat > ageMax) faults.push(t("tools.provider.old"));
  else if (claims.iat - now > 60) faults.push(t("tools.provider.future"));
  if (bytes.length !== 64) faults.push(t("tools.provider.signature_length", { n: bytes.length }));
  return { header, claims, bytes, signed: `${parts[0]}.${parts[1]}`, faults };
}

function inspect() {
  const result = el("div", { class: "stack tight" });
  const token = field(t("tools.provider.token"), textarea({ class: "mono", rows: "4", placeholder: "eyJhbGciOiJFUzI1NiIs…" }));
  const p8 = field(t("tools.provider.verify"), textarea({ class: "mono", rows: "3", placeholder: "-----BEGIN PRIVATE KEY-----" }));
  return card(t("tools.provider.inspect"), form({
    fields: { token, p8 }, text: t("tools.inspect"),
    submit: async () => {
      const found = inspectToken(token.control.value);
      let sign = t("tools.provider.not_checked");
      if (p8.control.value.trim() && found.bytes) {
        try {
          const isSigned = await crypto.subtle.verify(signature, await publicKeyOf(p8.control.value), found.bytes, utf8(found.signed));
          sign = t(isSigned ? "tools.provider.signed" : "tools.provider.not_signed");
          if (!isSigned) found.faults.push(sign);
        } catch (error) { return p8.setError(t("tools.provider.bad_key", { reason: error.message || error.name })); }
      }
      replace(result,
        found.faults.length ? found.faults.map((fault) => notice(fault, "bad")) : notice(t("tools.provider.good"), "ok"),
        found.header ? facts([
          [t("tools.provider.algorithm"), code(found.header.alg ?? "–")], [t("tools.provider.key_id"), code(found.header.kid ?? "–")],
          [t("tools.provider.team"), code(found.claims.iss ?? "–")],
          [t("tools.provider.issued"), Number.isFinite(found.claims.iat) ? dateTime(new Date(found.claims.iat * 1000).toISOString()) : "–"],
          [t("tools.provider.age"), Number.isFinite(found.claims.iat) ? duration(Math.max(0, Date.now() / 1000 - found.claims.iat)) : "–"],
          [t("tools.provider.signature"), sign],
        ]) : null);
    },
  }), result);
}

export const providerToken = () => el("div", { class: "split" }, make(), inspect());
