// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

// A sender with node:http2 and node:crypto.
import { createPrivateKey, sign } from "node:crypto";
import http2 from "node:http2";

/** Sends the notifications of a shop. */
export class Shop {
  #session;
  #bearer;
  #topic;

  constructor({ url, authority, key, topic }) {
    this.#session = http2.connect(url, { ca: authority });
    // Each request reports the error of its connection itself.
    this.#session.on("error", () => {});
    this.#bearer = providerToken(key);
    this.#topic = topic;
  }

  /** Resolves to the notification's `apns-id`. */
  async sendShipped(token, order, attempts = 3) {
    const payload = {
      aps: { alert: `Order ${order} was shipped`, sound: "default" },
    };
    for (let attempt = 1; ; attempt++) {
      const { status, id, body } = await this.#post(token, payload);
      if (status === 200) return id;
      if (![429, 500, 503].includes(status) || attempt === attempts) {
        throw new Error(`${status} ${JSON.parse(body).reason}`);
      }
    }
  }

  close() {
    this.#session.close();
  }

  #post(token, payload) {
    return new Promise((resolve, reject) => {
      const stream = this.#session.request({
        ":method": "POST",
        ":path": `/3/device/${token}`,
        authorization: `bearer ${this.#bearer}`,
        "apns-topic": this.#topic,
        "apns-push-type": "alert",
      });
      const response = { body: "" };
      stream.setEncoding("utf8");
      stream.on("response", (headers) => {
        response.status = headers[":status"];
        response.id = headers["apns-id"];
      });
      stream.on("data", (text) => (response.body += text));
      stream.on("end", () => resolve(response));
      stream.on("error", reject);
      stream.end(JSON.stringify(payload));
    });
  }
}

/** A JSON Web Token, signed with ES256. */
function providerToken({ pem, keyId, teamId }) {
  const encode = (value) =>
    Buffer.from(JSON.stringify(value)).toString("base64url");
  const issuedAt = Math.floor(Date.now() / 1000);
  const content = `${encode({ alg: "ES256", kid: keyId })}.${encode({ iss: teamId, iat: issuedAt })}`;
  const key = createPrivateKey(pem);
  const signature = sign("sha256", Buffer.from(content), {
    key,
    dsaEncoding: "ieee-p1363",
  });
  return `${content}.${signature.toString("base64url")}`;
}
