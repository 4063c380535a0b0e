// Writes the reader's own time beside every moment that is shown in UTC.

/** The event after which there are new moments in the page. */
const shown = 'hearback:shown';

document.addEventListener(shown, addLocalTimes);
addLocalTimes();

function addLocalTimes(): void {
  for (const element of document.querySelectorAll<HTMLTimeElement>('time[data-local]')) {
    element.removeAttribute('data-local');
    const moment = new Date(element.dateTime);
    if (Number.isNaN(moment.getTime()) || moment.getTimezoneOffset() === 0) continue;
    const local = document.createElement('span');
    local.className = 'local';
    local.textContent = ` (${localText(moment)})`;
    element.after(local);
  }
}

/** The time of day here, with the day where it is another one than in UTC. */
function localText(moment: Date): string {
  const isSameDay = moment.getDate() === moment.getUTCDate();
  const time = moment.toLocaleTimeString(undefined, {
    hour: '2-digit',
    minute: '2-digit',
    timeZoneName: 'short',
  });
  return isSameDay ? time : `${moment.toLocaleDateString()} ${time}`;
}
