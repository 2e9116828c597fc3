import { defineConfig } from "oxlint";

const TESTS = [
  "**/*.test.ts",
  "{apps,packages}/*/src/testing/**",
  "{apps,packages}/*/bench/**",
  "apps/web/{e2e,screenshots}/**",
];

const NO_APPS = {
  group: ["**/apps/*", "**/apps/*/**"],
  message: "Nothing imports an app: move the code into a package.",
};
const NO_TESTKIT = { group: ["@knote/testkit"], message: "The testkit is for tests." };
const ONLY_ZOD = { group: ["*", "!zod", "!./*", "!../*"], message: "The contract depends on zod only." };

const STORES = ["@qdrant/*", "@redis/*", "ioredis", "mongodb", "mongoose", "redis"];
const ENGINES = [...STORES, "onnxruntime-*", "openai", "@anthropic-ai/*"];
const PURE = {
  group: ["node:*", "express", ...ENGINES, "@knote/*", "!@knote/contract"],
  message: "The domain is pure: depend on a port.",
};
/** The dashboard runs in browsers, and knows of the server what the router's types and the contract say. */
const BROWSER = {
  group: ["node:*", "@knote/*", "!@knote/contract"],
  allowTypeImports: true,
  message: "The dashboard takes types from @knote/api, values from @knote/contract, and nothing else of ours.",
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
    "no-restricted-imports": restrict(NO_APPS, NO_TESTKIT),
    // Configuration is parsed once: an app hands the environment to @knote/config, and nobody else looks at it.
    "node/no-process-env": "error",
    "typescript/await-thenable": "error",
    "typescript/consistent-type-imports": ["error", { disallowTypeAnnotations: false }],
    "typescript/no-floating-promises": "error",
    "typescript/no-misused-promises": "error",
    "unicorn/prefer-node-protocol": "error",

    // The compiler's own checks know better which locals are unused and which switches are exhaustive.
    "no-unused-vars": "off",
    "typescript/consistent-return": "off",
    // A flag that a closure changes is no constant.
    "no-unmodified-loop-condition": "off",
    // Spreading a string counts its code points, which is how lengths are defined here.
    "typescript/no-misused-spread": "off",
    // A list of columns in SQL is an array in a template.
    "typescript/restrict-template-expressions": ["error", { allowArray: true, allowNumber: true }],
    // Factories return literals whose methods know no `this`.
    "typescript/unbound-method": "off",
    // Casts are few and say why they are safe; the rule would flag every one that parses.
    "typescript/no-unsafe-type-assertion": "off",
    // A copy to iterate over, because the original changes meanwhile, is no useless one.
    "unicorn/no-useless-spread": "off",
    // Sorting one's own fresh array in place is no mistake.
    "unicorn/no-array-sort": "off",
    "unicorn/consistent-function-scoping": "off",
    // Workers have no origin.
    "unicorn/require-post-message-target-origin": "off",
    // Express 5 answers for a handler's rejection; the rule also takes every `get(…, async …)` for a route.
    "oxc/no-async-endpoint-handlers": "off",
    // Metrics register themselves; libraries name their private fields so.
    "no-new": "off",
    "no-underscore-dangle": "off",
    // `fc.assert(…)` on the default export is how fast-check documents itself.
    "import/no-named-as-default-member": "off",
    "vitest/no-focused-tests": "error",
    "vitest/valid-expect": ["error", { maxArgs: 2 }],
    "vitest/no-conditional-expect": "off",
    "vitest/require-to-throw-message": "off",
    // Contract suites are functions that describe and assert for their callers.
    "vitest/expect-expect": "off",
    "vitest/no-standalone-expect": "off",
    "vitest/valid-describe-callback": "off",
  },
  overrides: [
    { files: TESTS, rules: { "no-restricted-imports": restrict(NO_APPS) } },
    { files: [...TESTS, "packages/testkit/**"], rules: { "typescript/require-array-sort-compare": "off" } },
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
      files: ["apps/web/src/**"],
      excludeFiles: TESTS,
      rules: { "no-restricted-imports": restrict(NO_APPS, BROWSER) },
    },
    ...floors("apps/web/src", ["kit", "session", "remote", "features", "pages", "app"]),
    { files: ["packages/api/src/**/*.test.ts"], rules: { "no-restricted-imports": restrict(NO_APPS, PURE_TESTS) } },
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

/** Folders of the dashboard from the ground up: none imports from a floor above its own. */
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
      message: `${name} imports nothing of ${above.join(", ")}.`,
    };
    return {
      files: [`${root}/${name}/**`],
      excludeFiles: TESTS,
      rules: { "no-restricted-imports": restrict(NO_APPS, BROWSER, floor) },
    };
  });
}
