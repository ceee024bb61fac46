import type { ReactNode } from 'react'
import { CheckIcon, ClockIcon, HouseIcon, ShieldIcon } from '#client/components/icons.tsx'
import { OutsideLink } from '#client/components/outside-link.tsx'
import { Photo } from '#client/components/photo.tsx'
import { company, isShown, licenseLine } from '#shared/company.ts'
import { HomeSection } from './home-section.tsx'
import styles from './home-trust.module.css'
import portrait from './project-manager.svg'

const { claims, insurance, license, projectManager, whyChoose } = company

const certificateHref = `mailto:${company.email}?subject=${encodeURIComponent('Certificate of insurance')}`

type Ground = { Icon: () => ReactNode; name: string; text: string | undefined; evidence?: ReactNode }

const grounds: Ground[] = [
  {
    Icon: ShieldIcon,
    ...(isShown(claims.licensed)
      ? { name: claims.licensed.sentence, text: `${[licenseLine, insurance.covers].filter(Boolean).join(', ')}.` }
      : { name: licenseLine, text: insurance.covers && `Insured for ${insurance.covers}.` }),
    evidence: (
      <>
        {license.search && <OutsideLink href={license.search}>Look up our license</OutsideLink>}
        {insurance.certificateOnRequest && <a href={certificateHref}>Request our insurance certificate</a>}
      </>
    ),
  },
]
const toNumber = (figure: string) => Number.parseInt(figure.replace(/\D/g, ''), 10)

if (isShown(claims.experience))
  grounds.push({
    Icon: ClockIcon,
    name: claims.experience.sentence,
    text: 'In every kind of New York home, prewar to new.',
  })
if (isShown(claims.projects))
  grounds.push({
    Icon: HouseIcon,
    name: toNumber(claims.projects.figure) >= 200 ? 'Hundreds of projects' : 'Projects of every size',
    text: `${claims.projects.sentence}, from a single bathroom to full floors.`,
  })

export function HomeTrust() {
  return (
    <HomeSection title="Check us out before you hire us">
      <div className={styles.columns}>
        <ul className={styles.grounds}>
          {grounds.map(({ Icon, name, text, evidence }) => (
            <li key={name}>
              <Icon />
              <div>
                <h3 className={styles.name}>{name}</h3>
                {text && <p className={evidence ? undefined : styles.detail}>{text}</p>}
                {evidence && <p className={styles.evidence}>{evidence}</p>}
              </div>
            </li>
          ))}
        </ul>
        {(projectManager || whyChoose.length > 0) && (
          <div className={styles.why}>
            <h3 className={styles.whyTitle}>Why owners choose us</h3>
            {projectManager && <ProjectManager {...projectManager} />}
            {whyChoose.length > 0 && (
              <ul className={styles.points}>
                {whyChoose.map(({ title, text }) => (
                  <li key={title}>
                    <CheckIcon />
                    <p>
                      <strong>{title}.</strong> {text}
                    </p>
                  </li>
                ))}
              </ul>
            )}
          </div>
        )}
      </div>
    </HomeSection>
  )
}

function ProjectManager({ name, role, words, photo }: NonNullable<typeof projectManager>) {
  return (
    <figure className={styles.manager}>
      {photo ? (
        <Photo photo={photo} sizes="6rem" />
      ) : (
        <img src={portrait} width="160" height="160" alt="" loading="lazy" />
      )}
      <blockquote>
        <p>“{words}”</p>
      </blockquote>
      <figcaption>
        <strong>{name}</strong>, {role.toLowerCase()}
      </figcaption>
    </figure>
  )
}
