import { CONTRACT, type RemoteModule } from '@course/contracts';
import type { ComponentType } from 'react';

export type Remote = RemoteModule<ComponentType>;

/** A remote's default export: its name and screens, stamped with the contract it was built against. */
export const defineRemote = (remote: Omit<Remote, 'contract'>): Remote => ({ contract: CONTRACT, ...remote });
