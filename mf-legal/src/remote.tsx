import { defineRemote, Link } from '@course/platform';
import { screenOf, STEPS } from '@course/funnel';
import { useId, useState } from 'react';
import css from './x.module.css';
const T = ({t}: {t: string}) => { const [n,set]=useState(0); const id=useId(); return <main data-screen="x" className={css['box']}><h1 id={id}>{t} {n}</h1><button onClick={()=>set(n+1)}>plus</button><Link to="/privacy">p</Link></main>; };
export default defineRemote({ name: 'mf-legal', routes: STEPS.filter(s=>['terms','privacy'].includes(s.key)).map(step=>({path: step.path, screen: screenOf(step), title: step.title, Screen: ()=><T t={step.title}/>})) });
