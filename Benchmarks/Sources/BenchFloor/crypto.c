#include <openssl/evp.h>
#include <openssl/rand.h>
#include <stdlib.h>
#include <string.h>

#include "measure.h"
#include "scenarios.h"

void encrypt_and_decrypt(long count) {
    unsigned char key[32] = "0123456789abcdef0123456789abcde", plain[200], cipher[16 + 224], result[240];
    memset(plain, 'x', sizeof plain);
    EVP_CIPHER_CTX *context = EVP_CIPHER_CTX_new();
    double start = now_seconds();
    for (long index = 0; index < count; index++) {
        int length, rest, plain_length;
        RAND_bytes(cipher, 16);
        EVP_EncryptInit_ex(context, EVP_aes_256_cbc(), NULL, key, cipher);
        EVP_EncryptUpdate(context, cipher + 16, &length, plain, sizeof plain);
        EVP_EncryptFinal_ex(context, cipher + 16 + length, &rest);
        EVP_DecryptInit_ex(context, EVP_aes_256_cbc(), NULL, key, cipher);
        EVP_DecryptUpdate(context, result, &plain_length, cipher + 16, length + rest);
        EVP_DecryptFinal_ex(context, result + plain_length, &rest);
        if (plain_length + rest != sizeof plain || memcmp(plain, result, sizeof plain)) exit(2);
    }
    report("per-second", (double)count / (now_seconds() - start));
    EVP_CIPHER_CTX_free(context);
}
