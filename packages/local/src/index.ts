export { openBrowser } from "./open-browser.ts";
export { publishAddress, publishedAddress, withdrawAddress } from "./published-address.ts";
export { tokenSecret } from "./token-secret.ts";
