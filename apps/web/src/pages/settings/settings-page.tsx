import { AccessTokensSetting } from "./sections/access-tokens-setting.tsx";
import { AccountSetting } from "./sections/account-setting.tsx";
import { CaptureSetting } from "./sections/capture-setting.tsx";
import { EraseSetting } from "./sections/erase-setting.tsx";
import { ExportSetting } from "./sections/export-setting.tsx";
import { ImportSetting } from "./sections/import-setting.tsx";
import { SessionsSetting } from "./sections/sessions-setting.tsx";
import { ShortcutsSetting } from "./sections/shortcuts-setting.tsx";
import { ThemeSetting } from "./sections/theme-setting.tsx";

export function SettingsPage() {
  return (
    <div className="mx-auto max-w-2xl px-5 py-8">
      <title>Settings · Knote</title>
      <h1 className="text-lg font-semibold tracking-tight">Settings</h1>
      <ThemeSetting />
      <ShortcutsSetting />
      <AccessTokensSetting />
      <CaptureSetting />
      <ExportSetting />
      <ImportSetting />
      <AccountSetting />
      <SessionsSetting />
      <EraseSetting />
    </div>
  );
}
