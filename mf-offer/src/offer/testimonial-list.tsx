import type { Testimonial } from '@course/funnel';
import { Stars } from '@course/ui';
import { Section } from './section.tsx';
import css from './testimonial-list.module.css';

interface TestimonialListProps {
  readonly title: string;
  readonly testimonials: readonly Testimonial[];
}

export const TestimonialList = ({ title, testimonials }: TestimonialListProps) => (
  <Section title={title}>
    <ul className={css['list']}>
      {testimonials.map((testimonial) => (
        <li key={testimonial.name} className={css['card']}>
          <Stars rating={testimonial.rating} />
          <h3 className={css['title']}>{testimonial.title}</h3>
          <blockquote>{testimonial.text}</blockquote>
          <p className={css['name']}>{testimonial.name}</p>
        </li>
      ))}
    </ul>
  </Section>
);
