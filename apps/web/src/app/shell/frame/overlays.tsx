import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { NAVIGATION, type NavigationEntry } from "../../navigation.ts";
import { useServices } from "../../../kit/services.tsx";
import { Palette } from "../palette/palette.tsx";
import { HelpSheet } from "../../../kit/shortcuts/help-sheet.tsx";
import { useShortcut } from "../../../kit/shortcuts/use-shortcut.ts";
import { useTheme } from "../../../kit/theme/use-theme.ts";
import { useAsOf } from "../../../remote/past/use-as-of.ts";

/** The palette and the help sheet, which open over any page, and the shortcuts that work everywhere. */
export function Overlays({ onPickDay }: { readonly onPickDay: () => void }) {
  const [open, setOpen] = useState<"palette" | "help" | null>(null);
  const { toasts, typing } = useServices();
  const { isDark, choose } = useTheme();
  const navigate = useNavigate();
  const { asOf } = useAsOf();
  useShortcut("mod+k", { label: "Command palette", group: "Anywhere" }, () => {
    if (open !== "palette") typing.awaitField();
    setOpen("palette");
  });
  useShortcut("?", { label: "These shortcuts", group: "Anywhere" }, () => setOpen("help"));
  useShortcut(
    "+",
    { label: "New note", group: "Anywhere", when: asOf === null },
    () => void navigate({ to: "/notes/new", search: {} }),
  );
  useShortcut("u", { label: "Undo", group: "Anywhere" }, () => toasts.undoLatest());
  useShortcut("t", { label: "Light or dark", group: "Anywhere" }, () => choose(isDark ? "light" : "dark"));
  const close = () => setOpen(null);
  return (
    <>
      {NAVIGATION.map((entry) => (
        <GoTo key={entry.to} entry={entry} />
      ))}
      {open === "palette" && <Palette onClose={close} onHelp={() => setOpen("help")} onPickDay={onPickDay} />}
      {open === "help" && <HelpSheet onClose={close} />}
    </>
  );
}

function GoTo({ entry: { to, label, letter } }: { readonly entry: NavigationEntry }) {
  const navigate = useNavigate();
  useShortcut(`g ${letter}`, { label: `Go to ${label}`, group: "Go to" }, () => void navigate({ to, search: {} }));
  return null;
}
