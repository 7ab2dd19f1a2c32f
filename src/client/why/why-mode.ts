/** The event that turns the keyboard's way of asking on and off, for a menu or button. */
export const WHY_MODE = 'ninefold-why';
