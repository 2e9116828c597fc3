import { useNavigate } from "@tanstack/react-router";
import { CircleUserRound, LogOut, Moon, Settings, Sun } from "lucide-react";
import { useSignOut } from "../../../session/use-sign-out.ts";
import { accountName } from "../../../session/account-name.ts";
import { useAccount } from "../../../session/use-session.ts";
import { Menu, MenuItem, MenuSeparator } from "../../../kit/ui/menu.tsx";
import { useTheme } from "../../../kit/theme/use-theme.ts";

/** Shows who is signed in, with settings, theme and sign-out. */
export function AccountMenu() {
  const account = useAccount();
  const navigate = useNavigate();
  const signOut = useSignOut();
  const { isDark, choose } = useTheme();
  return (
    <Menu
      trigger={
        <button
          type="button"
          className="flex h-9 w-full items-center gap-2.5 rounded-md px-2.5 text-left hover:bg-hover"
        >
          <CircleUserRound size={18} aria-hidden className="shrink-0 text-muted" />
          <span className="truncate">{account ? accountName(account) : "You"}</span>
          {account && <span className="ml-auto text-xs text-muted">{account.tier}</span>}
        </button>
      }
    >
      <MenuItem icon={<Settings size={15} />} onSelect={() => void navigate({ to: "/settings", search: {} })}>
        Settings
      </MenuItem>
      <MenuItem
        icon={isDark ? <Sun size={15} /> : <Moon size={15} />}
        onSelect={() => choose(isDark ? "light" : "dark")}
      >
        {isDark ? "Light theme" : "Dark theme"}
      </MenuItem>
      <MenuSeparator />
      <MenuItem icon={<LogOut size={15} />} onSelect={() => void signOut()}>
        Sign out
      </MenuItem>
    </Menu>
  );
}
