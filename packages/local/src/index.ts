export { openBrowser } from "./open-browser.ts";
export { publishAddress, publishedAddress, withdrawAddress } from "./published-address.ts";
export { secretKeys } from "./secret-keys.ts";
export { tokenSecret } from "./token-secret.ts";
