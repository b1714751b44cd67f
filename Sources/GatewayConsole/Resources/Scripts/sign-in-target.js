// The page that opens after signing in. It is kept in this window while the identity provider's page
// is open.

const key = "bellhop-sign-in-target";

// Only pages of the console can follow.
const checked = (path) =>
  (/^\/console(\/[\w\-./]*)?$/.test(path) && !path.includes("//") ? path : "/console/compose");

export const target = () => checked(new URLSearchParams(location.search).get("to") ?? "");

export const keep = () => sessionStorage.setItem(key, target());

export function kept() {
  const path = checked(sessionStorage.getItem(key) ?? "");
  sessionStorage.removeItem(key);
  return path;
}
