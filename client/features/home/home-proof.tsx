import { StarIcon } from '#client/components/icons.tsx'
import { OutsideLink } from '#client/components/outside-link.tsx'
import { Photo } from '#client/components/photo.tsx'
import { company, isShown } from '#shared/company.ts'
import styles from './home-proof.module.css'
import { HomeSection } from './home-section.tsx'

const { claims, testimonials } = company

const statistics = [claims.projects, claims.rating, claims.onTime, claims.value].filter(isShown)

/** How many of the people speak; more than these go without a number. */
const counts = ['one of ', 'two of ', 'three of ']

const stars = [1, 2, 3, 4, 5] as const

export function HomeProof() {
  if (statistics.length === 0 && testimonials.length === 0) return null
  return (
    <HomeSection
      title={statistics.length > 0 ? 'Our track record' : 'What our clients say'}
      lead={
        statistics.length > 0 &&
        testimonials.length > 0 &&
        `The numbers, and ${counts[testimonials.length - 1] ?? ''}the people behind them.`
      }
      ground="sunken"
    >
      {statistics.length > 0 && (
        <ul className={styles.statistics}>
          {statistics.map(({ figure, sentence }) => (
            <li key={sentence}>
              <strong>{figure}</strong>
              <Sentence href={sentence === claims.rating.sentence ? company.reviews : undefined}>
                {sentence.startsWith(figure) ? sentence.slice(figure.length) : sentence}
              </Sentence>
            </li>
          ))}
        </ul>
      )}
      {testimonials.length > 0 && (
        <ul className={styles.testimonials}>
          {testimonials.map(({ name, location, text, rating, projectValue, photo }) => (
            <li key={name}>
              <figure className={styles.testimonial}>
                <div className={styles.rating} role="img" aria-label={`${rating} of 5 stars`}>
                  {stars.slice(0, rating).map((star) => (
                    <StarIcon key={star} />
                  ))}
                </div>
                <blockquote className={styles.text}>
                  <p>{text}</p>
                </blockquote>
                <figcaption className={styles.client}>
                  {photo && <Photo photo={photo} sizes="3rem" className={styles.face} />}
                  <span>
                    <strong>{name}</strong>
                    {location}
                  </span>
                  <span className={styles.value}>
                    Project value <strong>{projectValue}</strong>
                  </span>
                </figcaption>
              </figure>
            </li>
          ))}
        </ul>
      )}
    </HomeSection>
  )
}

/** Links to where the number can be checked. */
function Sentence({ href, children }: { href: string | undefined; children: string }) {
  return href ? <OutsideLink href={href}>{children}</OutsideLink> : <span>{children}</span>
}
