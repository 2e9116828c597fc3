import type { Page } from "playwright-core";

/** Drags the picture, then zooms in and out again with the wheel. */
export async function panAndZoom(page: Page): Promise<void> {
  await page.mouse.move(700, 450);
  await page.mouse.down();
  for (let step = 0; step < 30; step++) {
    await page.mouse.move(700 + Math.sin(step / 5) * 150, 450 + Math.cos(step / 5) * 100);
    await nextFrame(page);
  }
  await page.mouse.up();
  for (let step = 0; step < 20; step++) {
    await page.mouse.wheel(0, step < 10 ? -120 : 120);
    await nextFrame(page);
  }
}

export function nextFrame(page: Page): Promise<void> {
  return page.evaluate(() => new Promise<void>((resolve) => requestAnimationFrame(() => resolve())));
}
