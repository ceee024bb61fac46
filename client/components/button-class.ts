import styles from '#client/theme/button.module.css'

/** `primary` marks the page's main action; `onNavy` is for dark backgrounds. */
export type ButtonLook = 'primary' | 'quiet' | 'onNavy'

export function buttonClass(look: ButtonLook = 'primary', size: 'normal' | 'compact' = 'normal'): string {
  const classes = [styles.button, look === 'primary' ? undefined : styles[look], size === 'compact' && styles.compact]
  return classes.filter(Boolean).join(' ')
}
