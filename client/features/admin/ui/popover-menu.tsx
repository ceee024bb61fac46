import { ActionIcon, Button, UnstyledButton } from '@mantine/core'
import { type ReactNode, useId, useState } from 'react'
import { flushSync } from 'react-dom'
import styles from './popover-menu.module.css'

type PopoverMenuProps = {
  label: string
  /** The button's text. Without it, the button is an icon that has the label for its name. */
  children?: ReactNode
  icon?: ReactNode
  variant?: string
  className?: string | undefined
  disabled?: boolean
  /** @param id of the popover, for buttons that close it; see {@link MenuButton} */
  content: (id: string) => ReactNode
}

/** A browser without popovers shows the lists at all times. */
const hasPopovers = 'showPopover' in HTMLElement.prototype

/**
 * A button that opens a list of links and buttons beside it. The browser closes it on Escape and on a press outside. The
 * list is rendered when it first opens, since a page has dozens.
 */
export function PopoverMenu({ label, children, icon, content, ...button }: PopoverMenuProps) {
  const id = useId()
  const [isRendered, setRendered] = useState(!hasPopovers)
  return (
    <>
      {children === undefined ? (
        <ActionIcon popoverTarget={id} aria-label={label} {...button}>
          {icon}
        </ActionIcon>
      ) : (
        <Button variant="default" popoverTarget={id} leftSection={icon} {...button}>
          {children}
        </Button>
      )}
      <fieldset
        id={id}
        popover="auto"
        aria-label={label}
        className={styles.menu}
        onBeforeToggle={() => flushSync(() => setRendered(true))}
      >
        {isRendered && content(id)}
      </fieldset>
    </>
  )
}

type MenuButtonProps = {
  menuId: string
  children: ReactNode
  onPress: () => void
  disabled?: boolean
}

export function closeMenu(menuId: string): void {
  document.getElementById(menuId)?.hidePopover()
}

/** Closes its menu, which gives the focus back. */
export function MenuButton({ menuId, children, onPress, disabled = false }: MenuButtonProps) {
  function press(): void {
    // The menu closes before the press, so that a dialog opened by it gives the focus back to where the menu was
    // opened.
    closeMenu(menuId)
    onPress()
  }

  return (
    <UnstyledButton className={styles.item} disabled={disabled} onClick={press}>
      {children}
    </UnstyledButton>
  )
}
