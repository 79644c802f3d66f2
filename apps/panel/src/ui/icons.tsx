import type { ComponentType, SVGProps } from 'react';

/*!
 * The shapes of these icons are from Tabler Icons 3.51.0 (https://tabler.io/icons), whose package installs 88 MB.
 * Copyright (c) 2020-2026 Paweł Kuna. MIT License: https://github.com/tabler/tabler-icons/blob/v3.51.0/LICENSE
 */

interface IconProps extends Omit<SVGProps<SVGSVGElement>, 'ref'> {
  /** Width and height, in pixels. */
  size?: number;
}

export type Icon = ComponentType<IconProps>;

/** Lines on a grid of 24 × 24. */
function icon(...lines: readonly string[]): Icon {
  return function TablerIcon({ size = 24, color = 'currentColor', ...rest }) {
    return (
      <svg
        xmlns="http://www.w3.org/2000/svg"
        width={size}
        height={size}
        viewBox="0 0 24 24"
        fill="none"
        stroke={color}
        strokeWidth={2}
        strokeLinecap="round"
        strokeLinejoin="round"
        {...rest}
      >
        {lines.map((line) => (
          <path key={line} d={line} />
        ))}
      </svg>
    );
  };
}

export const IconAddressBook = icon(
  'M20 6v12a2 2 0 0 1 -2 2h-10a2 2 0 0 1 -2 -2v-12a2 2 0 0 1 2 -2h10a2 2 0 0 1 2 2',
  'M10 16h6',
  'M11 11a2 2 0 1 0 4 0a2 2 0 1 0 -4 0',
  'M4 8h3',
  'M4 12h3',
  'M4 16h3',
);
export const IconAlertCircle = icon('M3 12a9 9 0 1 0 18 0a9 9 0 0 0 -18 0', 'M12 8v4', 'M12 16h.01');
export const IconAlertTriangle = icon(
  'M12 9v4',
  'M10.363 3.591l-8.106 13.534a1.914 1.914 0 0 0 1.636 2.871h16.214a1.914 1.914 0 0 0 1.636 -2.87l-8.106 -13.536a1.914 1.914 0 0 0 -3.274 0',
  'M12 16h.01',
);
export const IconArrowDownLeft = icon('M17 7l-10 10', 'M16 17l-9 0l0 -9');
export const IconArrowUpRight = icon('M17 7l-10 10', 'M8 7l9 0l0 9');
export const IconBuildingBank = icon(
  'M3 21l18 0',
  'M3 10l18 0',
  'M5 6l7 -3l7 3',
  'M4 10l0 11',
  'M20 10l0 11',
  'M8 14l0 3',
  'M12 14l0 3',
  'M16 14l0 3',
);
export const IconCash = icon(
  'M7 15h-3a1 1 0 0 1 -1 -1v-8a1 1 0 0 1 1 -1h12a1 1 0 0 1 1 1v3',
  'M7 10a1 1 0 0 1 1 -1h12a1 1 0 0 1 1 1v8a1 1 0 0 1 -1 1h-12a1 1 0 0 1 -1 -1l0 -8',
  'M12 14a2 2 0 1 0 4 0a2 2 0 0 0 -4 0',
);
export const IconCheck = icon('M5 12l5 5l10 -10');
export const IconChevronDown = icon('M6 9l6 6l6 -6');
export const IconChevronUp = icon('M6 15l6 -6l6 6');
export const IconCircleCheck = icon('M3 12a9 9 0 1 0 18 0a9 9 0 1 0 -18 0', 'M9 12l2 2l4 -4');
export const IconCode = icon('M7 8l-4 4l4 4', 'M17 8l4 4l-4 4', 'M14 4l-4 16');
export const IconCopy = icon(
  'M7 9.667a2.667 2.667 0 0 1 2.667 -2.667h8.666a2.667 2.667 0 0 1 2.667 2.667v8.666a2.667 2.667 0 0 1 -2.667 2.667h-8.666a2.667 2.667 0 0 1 -2.667 -2.667l0 -8.666',
  'M4.012 16.737a2.005 2.005 0 0 1 -1.012 -1.737v-10c0 -1.1 .9 -2 2 -2h10c.75 0 1.158 .385 1.5 1',
);
export const IconDownload = icon('M4 17v2a2 2 0 0 0 2 2h12a2 2 0 0 0 2 -2v-2', 'M7 11l5 5l5 -5', 'M12 4l0 12');
export const IconExternalLink = icon(
  'M12 6h-6a2 2 0 0 0 -2 2v10a2 2 0 0 0 2 2h10a2 2 0 0 0 2 -2v-6',
  'M11 13l9 -9',
  'M15 4h5v5',
);
export const IconHistory = icon('M12 8l0 4l2 2', 'M3.05 11a9 9 0 1 1 .5 4m-.5 5v-5h5');
export const IconHome = icon(
  'M5 12l-2 0l9 -9l9 9l-2 0',
  'M5 12v7a2 2 0 0 0 2 2h10a2 2 0 0 0 2 -2v-7',
  'M9 21v-6a2 2 0 0 1 2 -2h2a2 2 0 0 1 2 2v6',
);
export const IconInfoCircle = icon('M3 12a9 9 0 1 0 18 0a9 9 0 0 0 -18 0', 'M12 9h.01', 'M11 12h1v4h1');
export const IconKey = icon(
  'M16.555 3.843l3.602 3.602a2.877 2.877 0 0 1 0 4.069l-2.643 2.643a2.877 2.877 0 0 1 -4.069 0l-.301 -.301l-6.558 6.558a2 2 0 0 1 -1.239 .578l-.175 .008h-1.172a1 1 0 0 1 -.993 -.883l-.007 -.117v-1.172a2 2 0 0 1 .467 -1.284l.119 -.13l.414 -.414h2v-2h2v-2l2.144 -2.144l-.301 -.301a2.877 2.877 0 0 1 0 -4.069l2.643 -2.643a2.877 2.877 0 0 1 4.069 0',
  'M15 9h.01',
);
export const IconLink = icon(
  'M9 15l6 -6',
  'M11 6l.463 -.536a5 5 0 0 1 7.071 7.072l-.534 .464',
  'M13 18l-.397 .534a5.068 5.068 0 0 1 -7.127 0a4.972 4.972 0 0 1 0 -7.071l.524 -.463',
);
export const IconLock = icon(
  'M5 13a2 2 0 0 1 2 -2h10a2 2 0 0 1 2 2v6a2 2 0 0 1 -2 2h-10a2 2 0 0 1 -2 -2v-6',
  'M11 16a1 1 0 1 0 2 0a1 1 0 0 0 -2 0',
  'M8 11v-4a4 4 0 1 1 8 0v4',
);
export const IconMailForward = icon(
  'M12 18h-7a2 2 0 0 1 -2 -2v-10a2 2 0 0 1 2 -2h14a2 2 0 0 1 2 2v7.5',
  'M3 6l9 6l9 -6',
  'M15 18h6',
  'M18 15l3 3l-3 3',
);
export const IconMoon = icon('M12 3c.132 0 .263 0 .393 0a7.5 7.5 0 0 0 7.92 12.446a9 9 0 1 1 -8.313 -12.454l0 .008');
export const IconPlus = icon('M12 5l0 14', 'M5 12l14 0');
export const IconSend = icon(
  'M10 14l11 -11',
  'M21 3l-6.5 18a.55 .55 0 0 1 -1 0l-3.5 -7l-7 -3.5a.55 .55 0 0 1 0 -1l18 -6.5',
);
export const IconSettings = icon(
  'M10.325 4.317c.426 -1.756 2.924 -1.756 3.35 0a1.724 1.724 0 0 0 2.573 1.066c1.543 -.94 3.31 .826 2.37 2.37a1.724 1.724 0 0 0 1.065 2.572c1.756 .426 1.756 2.924 0 3.35a1.724 1.724 0 0 0 -1.066 2.573c.94 1.543 -.826 3.31 -2.37 2.37a1.724 1.724 0 0 0 -2.572 1.065c-.426 1.756 -2.924 1.756 -3.35 0a1.724 1.724 0 0 0 -2.573 -1.066c-1.543 .94 -3.31 -.826 -2.37 -2.37a1.724 1.724 0 0 0 -1.065 -2.572c-1.756 -.426 -1.756 -2.924 0 -3.35a1.724 1.724 0 0 0 1.066 -2.573c-.94 -1.543 .826 -3.31 2.37 -2.37c1 .608 2.296 .07 2.572 -1.065',
  'M9 12a3 3 0 1 0 6 0a3 3 0 0 0 -6 0',
);
export const IconSun = icon(
  'M8 12a4 4 0 1 0 8 0a4 4 0 1 0 -8 0',
  'M3 12h1m8 -9v1m8 8h1m-9 8v1m-6.4 -15.4l.7 .7m12.1 -.7l-.7 .7m0 11.4l.7 .7m-12.1 -.7l-.7 .7',
);
export const IconUsers = icon(
  'M5 7a4 4 0 1 0 8 0a4 4 0 1 0 -8 0',
  'M3 21v-2a4 4 0 0 1 4 -4h4a4 4 0 0 1 4 4v2',
  'M16 3.13a4 4 0 0 1 0 7.75',
  'M21 21v-2a4 4 0 0 0 -3 -3.85',
);
export const IconWallet = icon(
  'M17 8v-3a1 1 0 0 0 -1 -1h-10a2 2 0 0 0 0 4h12a1 1 0 0 1 1 1v3m0 4v3a1 1 0 0 1 -1 1h-12a2 2 0 0 1 -2 -2v-12',
  'M20 12v4h-4a2 2 0 0 1 0 -4h4',
);
export const IconWebhook = icon(
  'M4.876 13.61a4 4 0 1 0 6.124 3.39h6',
  'M15.066 20.502a4 4 0 1 0 1.934 -7.502c-.706 0 -1.424 .179 -2 .5l-3 -5.5',
  'M16 8a4 4 0 1 0 -8 0c0 1.506 .77 2.818 2 3.5l-3 5.5',
);
