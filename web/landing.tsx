// The landing page's document: no router, no queries and no schemas before its first screen is there.
import './styles/landing.css';
import { LandingPage } from './features/landing/landing.page.tsx';
import { start } from './start.tsx';

start(<LandingPage />);
