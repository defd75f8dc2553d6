import type { ReactNode } from 'react';

const Icon = ({ children }: { readonly children: ReactNode }) => (
  <svg
    viewBox="0 0 24 24"
    width="24"
    height="24"
    fill="none"
    stroke="currentColor"
    strokeWidth="2"
    strokeLinecap="round"
    strokeLinejoin="round"
    aria-hidden="true"
  >
    {children}
  </svg>
);

export const LockIcon = () => (
  <Icon>
    <rect x="5" y="11" width="14" height="9" rx="2.5" />
    <path d="M8 11V8a4 4 0 0 1 8 0v3M12 15v2" />
  </Icon>
);

export const CheckIcon = () => (
  <Icon>
    <circle cx="12" cy="12" r="9" />
    <path d="M8 12.5l2.8 2.7L16 9.5" />
  </Icon>
);

export const FlagIcon = () => (
  <Icon>
    <path d="M6 21V4M6 5c4-2 7 2 12 0v9c-5 2-8-2-12 0" />
  </Icon>
);

export const TargetIcon = () => (
  <Icon>
    <circle cx="12" cy="12" r="9" />
    <circle cx="12" cy="12" r="4.5" />
    <circle cx="12" cy="12" r="0.8" />
  </Icon>
);

export const ShieldIcon = () => (
  <Icon>
    <path d="M12 3l7 3v5c0 4.8-2.9 8-7 10-4.1-2-7-5.2-7-10V6z" />
    <path d="M8.5 12l2.5 2.5 4.5-4.8" />
  </Icon>
);

export const MailIcon = () => (
  <Icon>
    <rect x="3" y="5" width="18" height="14" rx="2.5" />
    <path d="M4 7.500l8 6 8-6" />
  </Icon>
);

export const GiftIcon = () => (
  <Icon>
    <rect x="4" y="9" width="16" height="4" rx="1" />
    <path d="M5.5 13v7h13v-7M12 9v11M12 9C9 9 7 7.5 7.5 5.500S11 4.5 12 9c1-4.5 4-5.5 4.5-3.500S15 9 12 9z" />
  </Icon>
);
