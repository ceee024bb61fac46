import { Link } from '@tanstack/react-router'
import { useId, useState } from 'react'
import { MoreIcon } from '#client/components/icons.tsx'
import { hideError, showError } from '#client/components/toasts.tsx'
import { api } from '#client/lib/api.ts'
import { failureMessage } from '#client/lib/api-error.ts'
import type { ListSearch } from '#shared/estimates/estimate-list.ts'
import { MenuButton, PopoverMenu } from '../ui/popover-menu.tsx'
import { DeleteViewDialog } from './delete-view-dialog.tsx'
import styles from './saved-views.module.css'
import { isSameSearch, type OpenableView, useSavedViews } from './use-saved-views.ts'
import { ViewDialog } from './view-dialog.tsx'

type SavedViewsProps = {
  /** The search includes the current look of the page. */
  current: ListSearch
  /** Called when a view is opened. */
  onOpen?: (() => void) | undefined
}

type OpenDialog = { readonly kind: 'create' } | { readonly kind: 'edit' | 'delete'; readonly view: OpenableView }

const exactSearch = { exact: true } as const

/** The views that the reader can open, and what they can do with them. */
export function SavedViews({ current, onOpen }: SavedViewsProps) {
  const { views, failed } = useSavedViews()
  const [dialog, setDialog] = useState<OpenDialog>()
  const [own, shared] = [views.filter((view) => !view.shared), views.filter((view) => view.shared)]
  const { view: _view, ...narrowed } = current
  const list = { current, onOpen, onDialog: setDialog }
  const close = () => setDialog(undefined)
  return (
    <>
      <ul className={styles.list}>
        <li className={styles.item}>
          <Link
            to="/admin"
            search={{}}
            resetScroll={false}
            className={styles.link}
            aria-current={Object.keys(narrowed).length === 0 ? 'true' : undefined}
            activeOptions={exactSearch}
            onClick={onOpen}
          >
            All requests
          </Link>
        </li>
      </ul>
      <ViewList heading="Yours" views={own} {...list} />
      <ViewList heading="For everyone" views={shared} {...list} />
      {failed && <p className={styles.hint}>We couldn’t load the saved views.</p>}
      {!failed && views.length === 0 && (
        <p className={styles.hint}>Save a search, filters and sorting that you use often.</p>
      )}
      <button type="button" className={styles.save} onClick={() => setDialog({ kind: 'create' })}>
        Save this view…
      </button>
      {dialog?.kind === 'create' && <ViewDialog search={current} onClose={close} />}
      {dialog?.kind === 'edit' && <ViewDialog view={dialog.view} search={current} onClose={close} />}
      {dialog?.kind === 'delete' && <DeleteViewDialog view={dialog.view} onClose={close} />}
    </>
  )
}

type ViewListProps = SavedViewsProps & {
  heading: string
  views: readonly OpenableView[]
  onDialog: (dialog: OpenDialog) => void
}

function ViewList({ heading, views, current, onOpen, onDialog }: ViewListProps) {
  const headingId = useId()
  if (views.length === 0) return null
  return (
    <>
      <p id={headingId} className={styles.heading}>
        {heading}
      </p>
      <ul className={styles.list} aria-labelledby={headingId}>
        {views.map((view) => {
          const isCurrent = isSameSearch(view.search, current)
          return (
            <li key={view.id} className={styles.item}>
              <Link
                to="/admin"
                search={view.search}
                resetScroll={false}
                className={styles.link}
                title={view.owner === null ? undefined : `Saved by ${view.owner}`}
                // The router does not know the look that the device remembers.
                aria-current={isCurrent ? 'true' : undefined}
                activeOptions={exactSearch}
                onClick={onOpen}
              >
                <bdi>{view.name}</bdi>
              </Link>
              {view.mayChange && <ViewMenu view={view} search={current} isCurrent={isCurrent} onDialog={onDialog} />}
            </li>
          )
        })}
      </ul>
    </>
  )
}

type ViewMenuProps = Pick<ViewListProps, 'onDialog'> & { view: OpenableView; search: ListSearch; isCurrent: boolean }

function ViewMenu({ view, search, isCurrent, onDialog }: ViewMenuProps) {
  const utils = api.useUtils()
  const { id, name } = view

  async function replace(): Promise<void> {
    hideError()
    try {
      await utils.client.savedViews.change.mutate({ id, search })
    } catch (error) {
      showError({ title: 'View not saved', message: failureMessage(error) })
    }
    await utils.savedViews.list.invalidate()
  }

  return (
    <PopoverMenu
      label={`Change ${name}`}
      icon={<MoreIcon />}
      content={(menuId) => (
        <>
          <MenuButton menuId={menuId} onPress={() => onDialog({ kind: 'edit', view })}>
            Rename or share…
          </MenuButton>
          <MenuButton menuId={menuId} disabled={isCurrent} onPress={() => void replace()}>
            Replace with this list
          </MenuButton>
          <MenuButton menuId={menuId} onPress={() => onDialog({ kind: 'delete', view })}>
            Delete…
          </MenuButton>
        </>
      )}
    />
  )
}
