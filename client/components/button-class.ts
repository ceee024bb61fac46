import styles from '#client/theme/button.module.css'

/** `primary` is for the page's main action, `onNavy` for a secondary one on a dark background. */
export type ButtonLook = 'primary' | 'quiet' | 'onNavy'

/** Classes for links and buttons. */
export function buttonClass(look: ButtonLook = 'primary', size: 'normal' | 'compact' = 'normal'): string {
  const classes = [styles.button, look === 'primary' ? undefined : styles[look], size === 'compact' && styles.compact]
  return classes.filter(Boolean).join(' ')
}
