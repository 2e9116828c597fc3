/** Nothing of an answer may run, load or be framed; pages of ours say otherwise for themselves. */
const POLICY = "default-src 'none'; frame-ancestors 'none'";

/** What every answer carries, made once: names and values in turn. */
export function baseHeaders(publicUrl: string): readonly string[] {
  const headers = [
    ["X-Content-Type-Options", "nosniff"],
    ["Content-Security-Policy", POLICY],
    ["X-Frame-Options", "DENY"],
    ["Referrer-Policy", "no-referrer"],
    ["Cross-Origin-Resource-Policy", "same-origin"],
  ];
  if (publicUrl.startsWith("https:")) headers.push(["Strict-Transport-Security", "max-age=15552000"]);
  return headers.flat();
}
