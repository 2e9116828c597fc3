import { defineConfig } from "oxlint";

const TESTS = [
  "**/*.test.ts",
  "{apps,packages}/*/src/testing/**",
  "{apps,packages}/*/bench/**",
  "apps/web/{e2e,screenshots}/**",
];

const NO_APPS = {
  group: ["**/apps/*", "**/apps/*/**"],
  message: "No code can import an app: move it into a package.",
};
const NO_OUTBOUND = {
  group: ["@knote/outbound"],
  message: "Only the apps that compose a service can import the guard of outgoing calls: use a port instead.",
};
const NO_TESTKIT = { group: ["@knote/testkit"], message: "Only tests can import the testkit." };
const ONLY_ZOD = { group: ["*", "!zod", "!./*", "!../*"], message: "The contract can import only zod." };

const STORES = ["@qdrant/*", "@redis/*", "ioredis", "mongodb", "mongoose", "redis"];
const ENGINES = [...STORES, "onnxruntime-*", "openai", "@anthropic-ai/*"];
const PURE = {
  group: ["node:*", "express", ...ENGINES, "@knote/*", "!@knote/contract"],
  message: "The domain is pure: use a port instead.",
};
/** The dashboard runs in browsers. It knows the server only by the router's types and the contract. */
const BROWSER = {
  group: ["node:*", "@knote/*", "!@knote/contract", "!@knote/formats"],
  allowTypeImports: true,
  message:
    "The dashboard can import types from @knote/api, values from @knote/contract and @knote/formats, and no other package of ours.",
};
/** Formats are read and written by the command line and by browsers alike. */
const ANYWHERE = {
  group: ["node:*", "@knote/*", "!@knote/contract"],
  message: "Formats are pure: they run in Node and in browsers.",
};
const PURE_TESTS = { ...PURE, group: [...PURE.group, "!@knote/testkit"] };

export default defineConfig({
  options: { typeAware: true, reportUnusedDisableDirectives: "error" },
  plugins: ["typescript", "unicorn", "oxc", "import", "node", "promise", "vitest"],
  categories: { correctness: "error", suspicious: "error" },
  ignorePatterns: ["**/assets/**", "**/generated/**"],
  rules: {
    "import/no-cycle": ["error", { ignoreTypes: false }],
    "import/no-default-export": "error",
    "no-restricted-imports": restrict(NO_APPS, NO_TESTKIT, NO_OUTBOUND),
    // Configuration is parsed once: an app passes the environment to @knote/config, and no other code reads it.
    "node/no-process-env": "error",
    "typescript/await-thenable": "error",
    "typescript/consistent-type-imports": ["error", { disallowTypeAnnotations: false }],
    "typescript/no-floating-promises": "error",
    "typescript/no-misused-promises": "error",
    "unicorn/prefer-node-protocol": "error",

    // The compiler checks unused locals and exhaustive switches more precisely.
    "no-unused-vars": "off",
    "typescript/consistent-return": "off",
    // The rule does not see that a closure changes the flag.
    "no-unmodified-loop-condition": "off",
    // Lengths are defined in code points here, which spreading a string counts.
    "typescript/no-misused-spread": "off",
    // Lists of columns in SQL are arrays in templates.
    "typescript/restrict-template-expressions": ["error", { allowArray: true, allowNumber: true }],
    // Factories return literals whose methods do not use `this`.
    "typescript/unbound-method": "off",
    // Casts are few and say why they are safe; the rule would also flag those after parsing.
    "typescript/no-unsafe-type-assertion": "off",
    // Copies are needed to iterate over what changes meanwhile.
    "unicorn/no-useless-spread": "off",
    // Sorting a fresh array in place is fine.
    "unicorn/no-array-sort": "off",
    "unicorn/consistent-function-scoping": "off",
    // `postMessage` of a worker takes no origin.
    "unicorn/require-post-message-target-origin": "off",
    // Express 5 handles rejections; the rule also takes every `get(…, async …)` for a route.
    "oxc/no-async-endpoint-handlers": "off",
    // Metrics register themselves in their constructors; libraries use underscores for private fields.
    "no-new": "off",
    "no-underscore-dangle": "off",
    // fast-check documents `fc.assert(…)` on its default export.
    "import/no-named-as-default-member": "off",
    "vitest/no-focused-tests": "error",
    "vitest/valid-expect": ["error", { maxArgs: 2 }],
    "vitest/no-conditional-expect": "off",
    "vitest/require-to-throw-message": "off",
    // Contract suites are functions that describe and assert on behalf of their callers.
    "vitest/expect-expect": "off",
    "vitest/no-standalone-expect": "off",
    "vitest/valid-describe-callback": "off",
  },
  overrides: [
    { files: TESTS, rules: { "no-restricted-imports": restrict(NO_APPS) } },
    { files: [...TESTS, "packages/testkit/**"], rules: { "typescript/require-array-sort-compare": "off" } },
    {
      files: ["apps/{cli,server}/src/**"],
      excludeFiles: TESTS,
      rules: { "no-restricted-imports": restrict(NO_APPS, NO_TESTKIT) },
    },
    {
      files: ["packages/contract/src/**"],
      excludeFiles: TESTS,
      rules: { "no-restricted-imports": restrict(ONLY_ZOD) },
    },
    {
      files: ["packages/api/src/**"],
      excludeFiles: TESTS,
      rules: { "no-restricted-imports": restrict(NO_APPS, PURE) },
    },
    {
      files: ["packages/formats/src/**"],
      excludeFiles: TESTS,
      rules: { "no-restricted-imports": restrict(NO_APPS, ANYWHERE) },
    },
    {
      files: ["apps/web/src/**"],
      excludeFiles: TESTS,
      rules: { "no-restricted-imports": restrict(NO_APPS, BROWSER) },
    },
    ...floors("apps/web/src", ["kit", "session", "remote", "features", "pages", "app"]),
    {
      files: ["packages/api/src/**/*.test.ts", "packages/api/src/{proposals,webhooks}/testing/**"],
      rules: { "no-restricted-imports": restrict(NO_APPS, PURE_TESTS) },
    },
    {
      files: [...TESTS, "apps/*/src/main.ts", "packages/testkit/**", "{examples,scripts,tooling}/**", "bootstrap.mjs"],
      rules: { "node/no-process-env": "off" },
    },
    { files: ["**/*.config.ts"], rules: { "import/no-default-export": "off" } },
  ],
});

function restrict(
  ...patterns: { group: string[]; message: string; allowTypeImports?: boolean }[]
): ["error", { patterns: typeof patterns }] {
  return ["error", { patterns }];
}

/** Restricts imports between the dashboard's folders, listed from the lowest: none can import from a higher one. */
function floors(root: string, names: readonly string[]) {
  return names.slice(0, -1).map((name, index) => {
    const above = names.slice(index + 1);
    const group = above.flatMap((one) => [
      `../${one}/*`,
      `../../${one}/*`,
      `../../../${one}/*`,
      `../../../../${one}/*`,
    ]);
    const floor = {
      group: group.flatMap((one) => [one, `${one}*/*`]),
      message: `${name} cannot import from ${above.join(", ")}.`,
    };
    return {
      files: [`${root}/${name}/**`],
      excludeFiles: TESTS,
      rules: { "no-restricted-imports": restrict(NO_APPS, BROWSER, floor) },
    };
  });
}
