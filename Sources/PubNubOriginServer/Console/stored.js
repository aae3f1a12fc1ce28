// Settings that outlive the tab. Keys that give rights are not among them.

export const stored = {
    read: () => {
        try {
            return JSON.parse(localStorage.getItem('console') ?? '{}');
        } catch {
            return {};
        }
    },
    write: (changes) => localStorage.setItem('console', JSON.stringify({ ...stored.read(), ...changes })),
};
