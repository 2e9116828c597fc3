import { useSyncExternalStore } from "react";
import { useServices } from "../services.tsx";
import { isCharacterKey } from "../ui/character-keys.ts";
import { Dialog } from "../ui/dialog.tsx";
import { Kbd } from "../ui/kbd.tsx";
import { useSingleKeys } from "./use-single-keys.ts";

/** Lists every shortcut that works now. */
export function HelpSheet({ onClose }: { readonly onClose: () => void }) {
  const { shortcuts } = useServices();
  const list = useSyncExternalStore(shortcuts.subscribe, () => shortcuts.list);
  const [singleKeys] = useSingleKeys();
  const working = list.filter(({ keys }) => singleKeys || !isCharacterKey(keys));
  const groups = [...Map.groupBy(working, ({ group }) => group)];
  return (
    <Dialog open onClose={onClose} title="Shortcuts">
      <div className="grid gap-x-8 gap-y-5 p-4 sm:grid-cols-2">
        {groups.map(([group, entries]) => (
          <section key={group}>
            <h3 className="mb-1.5 text-sm font-medium text-muted">{group}</h3>
            <dl>
              {entries.map(({ keys, label }) => (
                <div key={keys} className="flex h-8 items-center justify-between gap-4">
                  <dt>{label}</dt>
                  <dd>
                    <Kbd keys={keys} />
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
      {!singleKeys && (
        <p className="border-t border-line px-4 py-3 text-sm text-muted">
          Single-key shortcuts are off. Turn them on in Settings.
        </p>
      )}
    </Dialog>
  );
}
