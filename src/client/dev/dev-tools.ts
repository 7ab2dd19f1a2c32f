/** The development tools around every screen, as one module that is loaded in development only. */

export { Assumed } from './assumed.tsx';
export { ClockMenu } from './clock-menu.tsx';
export { Switcher } from './switcher.tsx';
export { WhyButton } from './why-button.tsx';
