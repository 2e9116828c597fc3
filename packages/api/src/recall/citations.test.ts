import { describe, expect, it } from "vitest";
import { renumber } from "./citations.ts";

describe("renumber", () => {
  it("counts citations in the order of the sources", () => {
    expect(renumber("Owls hunt [3] at night [1], bats too [3].", [3, 1])).toBe(
      "Owls hunt [1] at night [2], bats too [1].",
    );
  });

  it("swaps without mistaking a new number for an old one", () => {
    expect(renumber("a [1] b [2] c [3]", [2, 3, 1])).toBe("a [3] b [1] c [2]");
  });

  it("drops a citation of an unknown source, with the space before it", () => {
    expect(renumber("Owls hunt [4] at night [0].", [1])).toBe("Owls hunt at night.");
    expect(renumber("Owls[9] hunt [1][2]", [2])).toBe("Owls hunt[1]");
  });

  it("leaves other brackets alone", () => {
    const text = "See [a], [1a], [], [ 1 ], [1234] and array[i] [link](url)";
    expect(renumber(text, [1])).toBe(text);
  });

  it("drops all when nothing was cited", () => {
    expect(renumber("Nothing [1] known [2].", [])).toBe("Nothing known.");
  });
});
