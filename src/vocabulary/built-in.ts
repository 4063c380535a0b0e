import { clin } from './data/clin.ts';
import { deploy } from './data/deploy.ts';
import { pay } from './data/pay.ts';
import { pform } from './data/pform.ts';
import { profileSet } from './profile-set.ts';
import type { Profiles } from './profiles.ts';
import { resolve } from './resolve.ts';

/** The profiles that come with the package: pay, clin, deploy, pform, over core (spec 5). */
export const builtIn: Profiles = profileSet(resolve(null), [pay, clin, deploy, pform].map(resolve));
