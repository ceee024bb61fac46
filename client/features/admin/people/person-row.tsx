import { Link } from '@tanstack/react-router'
import { MoreIcon } from '#client/components/icons.tsx'
import { displayName } from '#shared/account.ts'
import { type Person, roleLabel } from '#shared/people.ts'
import { useStaff } from '../layout/staff-context.ts'
import badge from '../ui/badge.module.css'
import menu from '../ui/popover-menu.module.css'
import { MenuButton, PopoverMenu } from '../ui/popover-menu.tsx'
import { invitedText, lastSeenText, linkText, secondFactorText } from './people-labels.ts'
import styles from './people-page.module.css'
import type { PersonTask } from './person-dialog.tsx'

type PersonRowProps = { person: Person; now: Date; onTask: (task: PersonTask) => void }

export function PersonRow({ person, now, onTask }: PersonRowProps) {
  const { email: own } = useStaff()
  const isOwn = person.email === own
  const { secondFactorSince } = person
  return (
    <li className={styles.row}>
      <PersonName person={person} isOwn={isOwn} />
      <div className={styles.facts}>
        <RoleCell person={person} />
        <p className={secondFactorSince === null ? styles.missing : styles.fact}>{secondFactorText(person, now)}</p>
        <p className={styles.fact}>{lastSeenText(person, now)}</p>
      </div>
      <PersonMenu person={person}>
        {(menuId) => (
          <>
            <MenuButton menuId={menuId} onPress={() => onTask({ kind: 'role', person })}>
              Change role…
            </MenuButton>
            {secondFactorSince !== null && !isOwn && (
              <MenuButton menuId={menuId} onPress={() => onTask({ kind: 'reset-factor', person })}>
                Reset second factor…
              </MenuButton>
            )}
            <MenuButton menuId={menuId} onPress={() => onTask({ kind: 'revoke', person })}>
              Revoke access…
            </MenuButton>
          </>
        )}
      </PersonMenu>
    </li>
  )
}

export function InvitationRow({ person, now, onTask }: PersonRowProps) {
  const { invitation } = person
  return (
    <li className={styles.row}>
      <PersonName person={person} isOwn={false} />
      <div className={styles.facts}>
        <RoleCell person={person} />
        {invitation && (
          <p className={`${styles.invited} ${invitation.isExpired ? styles.missing : styles.fact}`}>
            <span>{invitedText(invitation, now)}</span> <span>{linkText(invitation)}</span>
          </p>
        )}
      </div>
      <PersonMenu person={person}>
        {(menuId) => (
          <>
            <MenuButton menuId={menuId} onPress={() => onTask({ kind: 'invite-again', person })}>
              Send again…
            </MenuButton>
            <MenuButton menuId={menuId} onPress={() => onTask({ kind: 'role', person })}>
              Change role…
            </MenuButton>
            <MenuButton menuId={menuId} onPress={() => onTask({ kind: 'withdraw', person })}>
              Withdraw…
            </MenuButton>
          </>
        )}
      </PersonMenu>
    </li>
  )
}

function PersonName({ person, isOwn }: { person: Person; isOwn: boolean }) {
  return (
    <div className={styles.who}>
      <p className={styles.name}>
        <bdi>{displayName(person)}</bdi>
        {isOwn && <span className={styles.own}> (you)</span>}
      </p>
      {person.name !== null && (
        <p className={styles.fact}>
          <bdi>{person.email}</bdi>
        </p>
      )}
    </div>
  )
}

function RoleCell({ person: { role, isInSettings } }: { person: Person }) {
  return (
    <div className={styles.role}>
      <span className={`${badge.badge} ${role === 'admin' ? badge.new : badge.other}`}>{roleLabel(role)}</span>
      {isInSettings && <span className={styles.note}>named in ADMIN_EMAILS</span>}
    </div>
  )
}

type PersonMenuProps = { person: Person; children: (menuId: string) => React.ReactNode }

function PersonMenu({ person, children }: PersonMenuProps) {
  const label = `Actions for ${displayName(person)}`
  return (
    <div className={styles.menu}>
      <PopoverMenu
        label={label}
        className={styles.more ?? ''}
        content={(menuId) => (
          <>
            {children(menuId)}
            <Link to="/admin/people/log" search={{ person: person.id }} className={`${menu.item} ${styles.link}`}>
              Show in the audit log
            </Link>
          </>
        )}
      >
        <MoreIcon />
        <span className="unseen">{label}</span>
      </PopoverMenu>
    </div>
  )
}
