import { Link } from "@tanstack/react-router";
import { Ellipsis } from "lucide-react";
import { useState } from "react";
import { NAVIGATION } from "../../navigation.ts";
import { Dialog } from "../../../kit/ui/dialog.tsx";
import { AccountMenu } from "./account-menu.tsx";
import { QuotaMeter } from "./quota-meter.tsx";

const ENTRY = "flex flex-1 flex-col items-center gap-0.5 rounded-md py-1.5 text-xs text-muted";

/** Navigation on a phone. */
export function BottomBar() {
  const [more, setMore] = useState(false);
  const close = () => setMore(false);
  return (
    <nav
      aria-label="Pages"
      className="flex border-t border-line bg-surface px-1 pb-[env(safe-area-inset-bottom)] md:hidden"
    >
      {NAVIGATION.filter(({ onPhone }) => onPhone).map(({ to, label, icon: Icon }) => (
        <Link
          key={to}
          to={to}
          activeOptions={{ exact: to === "/", includeSearch: false }}
          className={ENTRY}
          activeProps={{ className: "!text-text font-medium" }}
        >
          <Icon size={20} aria-hidden />
          {label}
        </Link>
      ))}
      <button type="button" className={ENTRY} onClick={() => setMore(true)} aria-haspopup="dialog">
        <Ellipsis size={20} aria-hidden />
        More
      </button>
      <Dialog open={more} onClose={close} title="More" shape="bottom">
        <ul className="flex flex-col p-2">
          {NAVIGATION.filter(({ onPhone }) => !onPhone).map(({ to, label, icon: Icon }) => (
            <li key={to}>
              <Link to={to} onClick={close} className="flex h-11 items-center gap-3 rounded-md px-3 hover:bg-hover">
                <Icon size={18} aria-hidden className="text-muted" />
                {label}
              </Link>
            </li>
          ))}
        </ul>
        <div className="flex flex-col gap-2 border-t border-line p-4">
          <QuotaMeter />
          <AccountMenu />
        </div>
      </Dialog>
    </nav>
  );
}
