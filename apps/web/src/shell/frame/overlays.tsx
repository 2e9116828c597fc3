import { useNavigate } from "@tanstack/react-router";
import { Suspense, useState } from "react";
import { NAVIGATION, type NavigationEntry } from "../../app/navigation.ts";
import { useServices } from "../../app/services.tsx";
import { lazyNamed } from "../../ui/lazy-named.ts";
import { useShortcut } from "../shortcuts/use-shortcut.ts";
import { useTheme } from "../theme/use-theme.ts";

const Palette = lazyNamed(() => import("../palette/palette.tsx"), "Palette");
const HelpSheet = lazyNamed(() => import("../shortcuts/help-sheet.tsx"), "HelpSheet");

/** What opens over the page from anywhere, and the keys for it. */
export function Overlays() {
  const [open, setOpen] = useState<"palette" | "help" | null>(null);
  const { toasts } = useServices();
  const { isDark, choose } = useTheme();
  const navigate = useNavigate();
  useShortcut("mod+k", { label: "Command palette", group: "Anywhere" }, () => setOpen("palette"));
  useShortcut("?", { label: "These shortcuts", group: "Anywhere" }, () => setOpen("help"));
  useShortcut("+", { label: "New note", group: "Anywhere" }, () => void navigate({ to: "/notes/new", search: {} }));
  useShortcut("u", { label: "Undo", group: "Anywhere" }, () => toasts.undoLatest());
  useShortcut("t", { label: "Light or dark", group: "Anywhere" }, () => choose(isDark ? "light" : "dark"));
  const close = () => setOpen(null);
  return (
    <>
      {NAVIGATION.map((entry) => (
        <GoTo key={entry.to} entry={entry} />
      ))}
      <Suspense>
        {open === "palette" && <Palette onClose={close} onHelp={() => setOpen("help")} />}
        {open === "help" && <HelpSheet onClose={close} />}
      </Suspense>
    </>
  );
}

function GoTo({ entry: { to, label, letter } }: { readonly entry: NavigationEntry }) {
  const navigate = useNavigate();
  useShortcut(`g ${letter}`, { label: `Go to ${label}`, group: "Go to" }, () => void navigate({ to, search: {} }));
  return null;
}
