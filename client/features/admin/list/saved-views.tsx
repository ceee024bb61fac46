import { Button, Checkbox, Group, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useId, useState } from 'react'
import { BookmarkIcon, MoreIcon } from '#client/components/icons.tsx'
import { hideError, showError } from '#client/components/toasts.tsx'
import { api } from '#client/lib/api.ts'
import { errorCode, failureMessage } from '#client/lib/api-error.ts'
import type { ListSearch } from '#shared/estimates/estimate-list.ts'
import { savedViewLimits } from '#shared/estimates/saved-views.ts'
import { type OpenableView, shippedViews, useSavedViews } from '../layout/list-views.ts'
import { useBelow } from '../layout/use-breakpoint.ts'
import { Form } from '../ui/form.tsx'
import { ModalDialog } from '../ui/modal-dialog.tsx'
import menu from '../ui/popover-menu.module.css'
import { closeMenu, MenuButton, PopoverMenu } from '../ui/popover-menu.tsx'
import { useNow } from '../ui/use-now.ts'
import styles from './list.module.css'

type ViewsProps = {
  /** The search includes the current look of the page. */
  current: ListSearch
}

/** The views beside the list, in windows that have the room. */
export function SideViews({ current }: ViewsProps) {
  return (
    <nav className={`unprinted ${styles.side}`} aria-label="Views">
      <Views current={current} />
    </nav>
  )
}

export function ViewsMenu({ current }: ViewsProps) {
  // The search field needs the room.
  const isPhone = useBelow('sm')
  return (
    <PopoverMenu
      label="Views"
      icon={<BookmarkIcon />}
      variant="default"
      content={(menuId) => <Views current={current} onOpen={() => closeMenu(menuId)} />}
    >
      {isPhone ? undefined : 'Views'}
    </PopoverMenu>
  )
}

type OpenDialog = { readonly kind: 'create' } | { readonly kind: 'edit' | 'delete'; readonly view: OpenableView }

/** The views that the reader can open, and what they can do with them. */
function Views({ current, onOpen }: ViewsProps & { onOpen?: () => void }) {
  const now = useNow()
  const { views, failed } = useSavedViews()
  const [dialog, setDialog] = useState<OpenDialog>()
  const close = () => setDialog(undefined)
  const { view: _view, ...narrowed } = current

  const saved = (heading: string, shared: boolean) => (
    <ViewList heading={heading}>
      {views
        .filter((one) => one.shared === shared)
        .map((one) => {
          const isCurrent = isSameSearch(one.search, current)
          return (
            <ViewItem key={one.id} {...one} isCurrent={isCurrent} onOpen={onOpen}>
              {one.mayChange && <ViewMenu view={one} search={current} isCurrent={isCurrent} onDialog={setDialog} />}
            </ViewItem>
          )
        })}
    </ViewList>
  )

  return (
    <>
      <ViewList heading="Views">
        {[{ id: 'all', name: 'All requests', search: {} }, ...shippedViews(now)].map((one) => (
          <ViewItem key={one.id} {...one} isCurrent={isSameSearch(one.search, narrowed)} onOpen={onOpen} />
        ))}
      </ViewList>
      {saved('Yours', false)}
      {saved('For everyone', true)}
      {failed && (
        <Text size="sm" c="dimmed" px="sm">
          We couldn’t load the saved views.
        </Text>
      )}
      <Button variant="subtle" px="0.75rem" onClick={() => setDialog({ kind: 'create' })}>
        Save this view…
      </Button>
      {dialog?.kind === 'create' && <ViewDialog search={current} onClose={close} />}
      {dialog?.kind === 'edit' && <ViewDialog view={dialog.view} search={current} onClose={close} />}
      {dialog?.kind === 'delete' && <DeleteViewDialog view={dialog.view} onClose={close} />}
    </>
  )
}

function ViewList({ heading, children }: { heading: string; children: readonly ReactNode[] }) {
  const headingId = useId()
  if (children.length === 0) return null
  return (
    <>
      <Text id={headingId} c="dimmed" size="sm" fw={600} px="0.75rem" pt="xs">
        {heading}
      </Text>
      <ul aria-labelledby={headingId}>{children}</ul>
    </>
  )
}

type ViewItemProps = {
  name: string
  search: ListSearch
  /** Who saved it, if somebody else did. */
  owner?: string | null
  isCurrent: boolean
  onOpen: (() => void) | undefined
  children?: ReactNode
}

const exactSearch = { exact: true } as const

function ViewItem({ name, search, owner, isCurrent, onOpen, children }: ViewItemProps) {
  return (
    <Group component="li" gap={0} wrap="nowrap">
      <Link
        to="/admin"
        search={search}
        resetScroll={false}
        className={`${menu.item} ${styles.view}`}
        title={owner ? `Saved by ${owner}` : undefined}
        // The router does not know the look that the device remembers.
        aria-current={isCurrent ? 'true' : undefined}
        activeOptions={exactSearch}
        onClick={onOpen}
      >
        <bdi>{name}</bdi>
      </Link>
      {children}
    </Group>
  )
}

/** Whether two searches show the same list in the same order and look. */
function isSameSearch(one: ListSearch, other: ListSearch): boolean {
  const keys = new Set([...Object.keys(one), ...Object.keys(other)] as (keyof ListSearch)[])
  return [...keys].every((key) => one[key] === other[key])
}

type ViewMenuProps = {
  view: OpenableView
  search: ListSearch
  isCurrent: boolean
  onDialog: (dialog: OpenDialog) => void
}

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

type ViewDialogProps = {
  /** Renames and shares this one; without it, a new one is saved. */
  view?: OpenableView
  /** A new view saves this search. */
  search: ListSearch
  onClose: () => void
}

function ViewDialog({ view, search, onClose }: ViewDialogProps) {
  const { client, savedViews } = api.useUtils()
  const form = useForm({ initialValues: { name: view?.name ?? '', shared: view?.shared ?? false } })
  // Only its owner decides who sees a view.
  const mayShare = !view || view.owner === null

  async function send({ name, shared }: typeof form.values, close: () => void): Promise<void> {
    if (view) await client.savedViews.change.mutate({ id: view.id, name, ...(mayShare ? { shared } : {}) })
    else await client.savedViews.create.mutate({ name, shared, search })
    await savedViews.list.invalidate()
    close()
  }

  return (
    <ModalDialog title={view ? 'Rename or share' : 'Save this view'} onClose={onClose}>
      {(close) => (
        <Form form={form} button="Save" send={(values) => send(values, close)} onCancel={close}>
          {!view && <p>It keeps the search, the filters, the sorting, and cards or compact.</p>}
          <TextInput label="Name" maxLength={savedViewLimits.name} autoComplete="off" {...form.getInputProps('name')} />
          {mayShare && (
            <Checkbox
              label="Show it to everyone on the staff"
              {...form.getInputProps('shared', { type: 'checkbox' })}
            />
          )}
        </Form>
      )}
    </ModalDialog>
  )
}

type DeleteViewDialogProps = { view: OpenableView; onClose: () => void }

function DeleteViewDialog({ view: { id, name, shared }, onClose }: DeleteViewDialogProps) {
  const { client, savedViews } = api.useUtils()
  const form = useForm()

  async function remove(close: () => void): Promise<void> {
    try {
      await client.savedViews.remove.mutate({ id })
    } catch (failure) {
      // A colleague has already deleted the view.
      if (errorCode(failure) !== 'NOT_FOUND') throw failure
    }
    await savedViews.list.invalidate()
    close()
  }

  return (
    <ModalDialog title={`Delete “${name}”?`} onClose={onClose}>
      {(close) => (
        <Form form={form} button="Delete" send={() => remove(close)} onCancel={close}>
          <p>
            {shared ? 'It disappears for everyone on the staff. ' : ''}
            The requests themselves stay.
          </p>
        </Form>
      )}
    </ModalDialog>
  )
}
