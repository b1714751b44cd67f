// The requests that the simulated APNs of `bellhop up` has received, counted as the gateway counts
// its deliveries.

import { control, query } from "./api.js";

// The number of requests of the log that are counted: the maximum that one call returns.
const requestsMax = 1000;

const values = {
  state: (r) => (r.status === 200 ? "accepted" : r.status === 0 ? "no response" : "rejected"),
  reason: (r) => r.reason ?? "",
  push_type: (r) => r.headers?.["apns-push-type"] ?? "",
  priority: (r) => r.headers?.["apns-priority"] ?? "10",
};

export async function simulatorCounts(division) {
  const page = await control.get(query("/v1/requests", { newest: "true", limit: requestsMax }));
  const interval = 60;
  const slotOf = (iso) => Math.floor(Date.parse(iso) / 1000 / interval) * interval;
  const first = page.requests[0] ? slotOf(page.requests[0].time) : slotOf(new Date().toISOString());
  const since = Math.min(first, slotOf(new Date().toISOString()) - 59 * interval);
  // A span of more than a day has bars of an hour.
  const size = Date.now() / 1000 - since > 86400 ? 3600 : interval;
  const sums = new Map();
  for (const request of page.requests) {
    const at = Math.floor(Date.parse(request.time) / 1000 / size) * size;
    const key = JSON.stringify([at, values[division](request)]);
    sums.set(key, (sums.get(key) ?? 0) + 1);
  }
  const start = Math.floor(since / size) * size;
  return {
    by: division, since: new Date(start * 1000).toISOString(), interval_seconds: size,
    is_incomplete: page.requests.length === requestsMax,
    counts: [...sums].map(([key, n]) => {
      const [at, value] = JSON.parse(key);
      return { at: new Date(at * 1000).toISOString(), value, count: n };
    }),
  };
}
