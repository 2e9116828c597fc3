import type { SpecialAnswer } from "../binder/call.ts";
import type { DemoLimit } from "./demo-limit.ts";

/** The demo question costs work and asks for no token, so an address gets a few a minute. What is invalid costs nothing. */
export function limitedDemoAsk(limit: DemoLimit): SpecialAnswer {
  return async ({ binding, exchange, input }) => {
    binding.parse(input);
    await limit(exchange.request.ip ?? "unknown", 1);
    return false;
  };
}
