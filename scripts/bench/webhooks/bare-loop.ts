/**
 * A loop of requests with nothing around it, as the upper bound of what a sender can do. Arguments: how many requests it
 * makes, how many at a time, `kept` or `new` connections, and the addresses. Prints `sent`, requests a second and
 * milliseconds of CPU each.
 */
import { Agent, request } from "node:http";
import { Agent as SecureAgent, request as secureRequest } from "node:https";

const BODY = JSON.stringify({ event: "note.created", timestamp: "", data: {}, signature: "-".repeat(300) });
const [count, places, connections, ...urls] = process.argv.slice(2);
const [total, atOnce] = [Number(count), Number(places)];
const options = { keepAlive: connections === "kept", maxSockets: atOnce };
const [agent, secureAgent] = [new Agent(options), new SecureAgent(options)];

let beginCount = 0;
async function work(): Promise<void> {
  while (beginCount < total) await send(urls[beginCount++ % urls.length]!);
}

function send(url: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const isSecure = url.startsWith("https:");
    const headers = { "Content-Type": "application/json", "Content-Length": BODY.length };
    const how = { method: "POST", headers, agent: isSecure ? secureAgent : agent };
    (isSecure ? secureRequest : request)(url, how, (response) => void response.on("end", resolve).resume())
      .on("error", reject)
      .end(BODY);
  });
}

const before = { at: performance.now(), cpu: process.cpuUsage() };
await Promise.all(Array.from({ length: atOnce }, work));
const { user, system } = process.cpuUsage(before.cpu);
const seconds = (performance.now() - before.at) / 1_000;
process.stdout.write(`sent ${total / seconds} ${(user + system) / 1_000 / total}\n`);
process.exit();
