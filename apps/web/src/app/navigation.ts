import {
  Activity,
  ChartNoAxesColumn,
  Gauge,
  History,
  type LucideIcon,
  House,
  MessageCircleQuestion,
  Scale,
  Settings,
  Sprout,
  StickyNote,
  Waypoints,
  Webhook,
} from "lucide-react";
import type { LinkProps } from "@tanstack/react-router";
import type { ComponentType } from "react";
import { TendBadge } from "../features/tend/tend-badge.tsx";
import { WebhooksBadge } from "../features/webhooks/webhooks-badge.tsx";

export interface NavigationEntry {
  readonly to: NonNullable<LinkProps["to"]>;
  readonly label: string;
  readonly icon: LucideIcon;
  /** `g` followed by this letter opens the page. */
  readonly letter: string;
  /** Whether the phone's bar shows it; the others are under More. */
  readonly onPhone: boolean;
  /** Draws a count beside the label when something waits. */
  readonly badge?: ComponentType;
}

/** The pages in the sidebar, phone bar, palette and shortcuts, in the order shown. */
export const NAVIGATION: readonly NavigationEntry[] = [
  { to: "/", label: "Home", icon: House, letter: "h", onPhone: true },
  { to: "/ask", label: "Ask", icon: MessageCircleQuestion, letter: "a", onPhone: true },
  { to: "/notes", label: "Notes", icon: StickyNote, letter: "n", onPhone: true },
  { to: "/graph", label: "Graph", icon: Waypoints, letter: "g", onPhone: true },
  { to: "/tend", label: "Tend", icon: Sprout, letter: "t", onPhone: false, badge: TendBadge },
  { to: "/decisions", label: "Decisions", icon: Scale, letter: "d", onPhone: false },
  { to: "/changes", label: "What changed", icon: History, letter: "w", onPhone: false },
  { to: "/activity", label: "Activity", icon: Activity, letter: "v", onPhone: false },
  { to: "/quota", label: "Quota & pricing", icon: Gauge, letter: "q", onPhone: false },
  { to: "/statistics", label: "Statistics", icon: ChartNoAxesColumn, letter: "c", onPhone: false },
  { to: "/webhooks", label: "Webhooks", icon: Webhook, letter: "k", onPhone: false, badge: WebhooksBadge },
  { to: "/settings", label: "Settings", icon: Settings, letter: "s", onPhone: false },
];
