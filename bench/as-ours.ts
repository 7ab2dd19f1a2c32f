// Before anything of the program is loaded, as bin/ninefold.mjs does.
import { setFlagsFromString } from 'node:v8';

setFlagsFromString('--semi-space-growth-factor=1');
setFlagsFromString('--no-sparkplug');
setFlagsFromString('--heap-growing-percent=75');
