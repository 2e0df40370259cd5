// The document of links for viewing: what a link shows, for people who are not signed in.
import './styles/creator.css';
import { viewLinkIdOf, viewTokenOf } from '#contract/paths.ts';
import { start } from './start.tsx';
import { ViewApp } from './view-app.tsx';

const { pathname } = location;
start(<ViewApp token={viewTokenOf(pathname)} id={viewLinkIdOf(pathname)} />);
