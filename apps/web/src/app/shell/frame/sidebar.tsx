import { Link } from "@tanstack/react-router";
import { NAVIGATION } from "../../navigation.ts";
import { Logo } from "../../../kit/ui/logo.tsx";
import { useAsOf } from "../../../remote/past/use-as-of.ts";
import { AccountMenu } from "./account-menu.tsx";
import { QuotaMeter } from "./quota-meter.tsx";

const ENTRY = "flex h-8 items-center gap-2.5 rounded-md px-2.5 text-muted hover:bg-hover hover:text-text";

export function Sidebar() {
  const { asOf } = useAsOf();
  return (
    <div className="hidden w-52 shrink-0 flex-col border-r border-line px-3 py-3 md:flex">
      <Link to="/" className="mb-4 flex items-center gap-2 px-2.5 text-lg font-semibold tracking-tight">
        <Logo className="size-5" />
        Knote
      </Link>
      <nav aria-label="Pages" className="flex flex-col gap-0.5">
        {NAVIGATION.map(({ to, label, icon: Icon, badge: Badge }) => (
          <Link
            key={to}
            to={to}
            activeOptions={{ exact: to === "/", includeSearch: false }}
            className={ENTRY}
            activeProps={{ className: "bg-hover !text-text font-medium" }}
          >
            <Icon size={16} aria-hidden />
            <span className="flex-1">{label}</span>
            {Badge && asOf === null && <Badge />}
          </Link>
        ))}
      </nav>
      <div className="mt-auto flex flex-col gap-2 border-t border-line pt-3">
        <QuotaMeter />
        <AccountMenu />
      </div>
    </div>
  );
}
