/// A data file with the third version of the tables, as gzip in base64.
enum OldDataFile {
    /// It contains message 1 of `u` on `a` at 10, the clock at 20, `a` in the group `n:g` and on the device `0a`, and the
    /// rights to read and write `a` for the key `k`, all of the keyset `demo`.
    static let text = """
        H4sIAAAAAAACA+1Z3W7TMBS2k3ZZA101RolgQlggJKoWxJh2AdI09hNtFWVlXRDb1eSlpjNrk5Kkg1528ADc8CoIiTeAF0FIXCAkLuAGx07b9GeA\
        4AJtzScnto8dHzfH58uxu7lRoB5Bj22nhj00CyQgSeAuQgCwIgAp0EWCXbFQHYLfQwI3TBhnBRl+8esp+AN+E8UI/wunfUsqCrvF5SS3zVsAP8IP\
        LItwTDApS9lZhE2TuC5yaGXPc6claeEWMvewZZEqqjh2o+4ibJVRveHunYPS3Ayqsd64QoTYrNrmvsrt/8a3/3uWRTgWmJKzsM/68kV5AR5pfkmT\
        5xLD7O/7P4SfAEsRTjTOqkmQTk2kwLhfGy+Tmo1nGpz/wSSAr+AGywA4nJcVbXoavtzw8G6VBCsmyGLLJX3R0JGxuFTQ26sJXVORR2vEs/eJhfLr\
        hr6ql9CDUv7+Ymkb3dO3cyraJ02XeMjQtwy0XmTXw0KBidurtV9ex82qjctoqVBc6pE3dqvU3SMOf4IJmFZcxh7mPX09lC3s9hTCihquZ9eMZp20\
        n3TJ0waxTNLuzUQ28yRqYY/aVkhKntep0wwJqGs42HIpsbwBVWpmXhrTNrIQsImQ5+7TKouudnDDs3l9p+KUd3dqtOJwLe7OTJ9AtqCiZbOwNcXf\
        fl9rX1XqsUZfI7pGy2yG9DEN3lZnjmHTZFTu/18BSxFGJPyLp1MQcv9X1SQP6osAvoYZ8I4VVv92WE4rTxRF0zTYmuXLl39hRJjRs1S5yF+gw9gC\
        La/py/d46zyayeRQFXvEHXS1THWMuco0bF3irhWQke57K7UqQTUR6M2vr+hbqK8PKq53OUy4eQY9WtNLesfpNzvqnsQV7TrTdj6srUMEQX18mLou\
        W4T1dRizrTJEKzQmdGlhXUvNZcGWQX1smK5Opx5dgn1zbbrNdema+z/f6UUYSUT2H22I+P87YCnCSCEGZQDPRvHf6MV/sfRUyg//rDsVnOT0fxnA\
        FXa7MCykO7yUULQrV+DLOI/p/NOEIMYIFZM98V2owd8cHrH5c4lzQE0yIBf7yEFpnZoDUmIdUMe2an509aeby3Cs2QmNgsnkhPacUJcLj98JnzIq\
        C9nyxlrxoYFKxUf5ldbtcUW7ehUezgWbNrtRD35+uHyqb7vWbfnFS7JwjfzbL/NHOHruwv8/A5YinHScUdLpyWSSOz+uW+5NjIX9v4DoP5kRwYSS\
        TqRSEPA1sC+L+G8MsDTCaD1T+TfuhWBwcbC+yrbjXqg40cPfoYZf0PdR55FDaZ2NMSATh/vDhhg4lxzK/v4E2t8AJhvg/5+ua1DeAB4AAA==
        """
}
