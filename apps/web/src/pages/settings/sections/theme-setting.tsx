import type { ThemeChoice } from "../../../kit/theme/theme.ts";
import { useTheme } from "../../../kit/theme/use-theme.ts";
import { Setting } from "../setting.tsx";

const THEMES: readonly { readonly value: ThemeChoice; readonly label: string }[] = [
  { value: "system", label: "Same as system" },
  { value: "light", label: "Light" },
  { value: "dark", label: "Dark" },
];

export function ThemeSetting() {
  const { choice, choose } = useTheme();
  return (
    <Setting name="Theme">
      <fieldset className="flex flex-wrap gap-4">
        <legend className="sr-only">Theme</legend>
        {THEMES.map(({ value, label }) => (
          <label key={value} className="flex items-center gap-2">
            <input
              type="radio"
              name="theme"
              checked={choice === value}
              onChange={() => choose(value)}
              className="accent-accent"
            />
            {label}
          </label>
        ))}
      </fieldset>
    </Setting>
  );
}
