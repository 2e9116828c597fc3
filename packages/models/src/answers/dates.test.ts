import { describe, expect, it } from "vitest";
import { dateIn, dayName, resolveRelative } from "./dates.ts";

describe("a date in a text", () => {
  it.each([
    ["11:53 am on 23 March, 2023", "23 March 2023"],
    ["on the 3rd of May 2021", "3 May 2021"],
    ["Sept. 5th, 2020 was warm", "5 September 2020"],
    ["log of 2024-02-29", "29 February 2024"],
  ])("%j is %s", (text, day) => {
    expect(dayName(dateIn(text)!)).toBe(day);
  });

  it.each(["May 2021", "31 February 2023", "2024-13-01", "version 1.2.3", "maybe 12 mayors 2020", ""])(
    "%j is none",
    (text) => {
      expect(dateIn(text)).toBeNull();
    },
  );
});

describe("a relative day", () => {
  // A Sunday.
  const writtenOn = new Date("2023-05-28T15:00:00Z");

  it.each([
    ["We met yesterday.", "27 May 2023"],
    ["We meet tomorrow.", "29 May 2023"],
    ["Tonight we celebrate.", "28 May 2023"],
    ["We met three days ago.", "25 May 2023"],
    ["We met last Friday.", "Friday, 26 May 2023"],
    ["We met last Sunday.", "Sunday, 21 May 2023"],
    ["We meet next Sunday.", "Sunday, 4 June 2023"],
    ["We met last week.", "the week before 28 May 2023"],
    ["We meet next weekend.", "the weekend after 28 May 2023"],
    ["We met two weeks ago.", "two weeks before 28 May 2023"],
    ["We met a few days ago.", "a few days before 28 May 2023"],
    ["We met last month.", "April 2023"],
    ["We met six months ago.", "November 2022"],
    ["We met last year.", "2022"],
    ["We met an year ago.", "2022"],
    ["We met last summer.", "summer 2022"],
  ])("%j is %s, no finer than it says", (text, day) => {
    expect(resolveRelative(text, writtenOn)).toBe(day);
  });

  it.each(["We met.", "At last we met.", "The last thing.", "Sundays are calm.", "This is it."])(
    "%j is none",
    (text) => {
      expect(resolveRelative(text, writtenOn)).toBeNull();
    },
  );
});
